/// What is drawn of many diagrams or rows that are alike: a few, and how many more there are.
struct MarbleFolding {
    /// So many are all drawn.
    static let most = 8
    /// Of more, so many.
    static let shown = 4

    /// What rows have in common that one line of the source made.
    struct Likeness: Hashable {
        var site: Trace.Site
        var type: String
    }

    /// Those of one kind that are not drawn.
    struct Folded: Equatable {
        /// `just :8`.
        var name: String
        var count: Int
    }

    /// Which of the things with these keys are drawn; those without a key all are.
    static func shown<Key: Hashable>(_ keys: [Key?]) -> [Bool] {
        var counts: [Key: Int] = [:]
        for case let key? in keys { counts[key, default: 0] += 1 }
        var seen: [Key: Int] = [:]
        return keys.map { key in
            guard let key, counts[key, default: 0] > most else { return true }
            seen[key, default: 0] += 1
            return seen[key, default: 0] <= shown
        }
    }

    /// Adds one of a name that is not drawn.
    static func add(_ name: String, to folded: inout [Folded]) {
        if let place = folded.firstIndex(where: { $0.name == name }) {
            folded[place].count += 1
        } else {
            folded.append(Folded(name: name, count: 1))
        }
    }

    /// `and 56 more of just :8, 56 of map :8`; nil where all are drawn.
    static func line(_ folded: [Folded]) -> String? {
        guard let first = folded.first else { return nil }
        let others = folded.dropFirst().map { ", \(Count.grouped($0.count)) of \($0.name)" }
        return "and \(Count.grouped(first.count)) more of \(first.name)" + others.joined()
    }
}

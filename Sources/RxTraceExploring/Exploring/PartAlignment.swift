/// Which parts of a list another list has too, in the same order.
struct PartAlignment {
    enum Piece: Equatable {
        /// Both have it; the number is its place in the other list.
        case same(String, other: Int)
        /// Only this list has it there. It is moved if the other one has it elsewhere.
        case own(String, isMoved: Bool)
        /// Only the other list has it.
        case gone(String)

        var isSame: Bool { if case .same = self { true } else { false } }

        /// What the list has there; nil where it has nothing.
        var part: String? {
            switch self {
            case .same(let part, _), .own(let part, _): part
            case .gone: nil
            }
        }
    }

    /// In the order of this list. What is gone stands behind what is there in its stead, if that is less.
    private(set) var pieces: [Piece] = []

    /// Longer lists are compared at their ends only.
    private static let mostCompared = 2_000

    init(of list: [String], with other: [String]) {
        let head = zip(list, other).prefix { $0 == $1 }.count
        let tail = zip(list.dropFirst(head).reversed(), other.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let (middle, otherMiddle) = (list[head..<(list.count - tail)], other[head..<(other.count - tail)])
        pieces += (0..<head).map { .same(list[$0], other: $0) }
        append(Array(middle), Array(otherMiddle), from: head)
        pieces += (0..<tail).map { .same(list[list.count - tail + $0], other: other.count - tail + $0) }
    }

    /// The places in the other list of what both have.
    var shared: Set<Int> {
        Set(pieces.compactMap { if case .same(_, let other) = $0 { other } else { nil } })
    }

    private mutating func append(_ list: [String], _ other: [String], from start: Int) {
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        if max(list.count, other.count) > Self.mostCompared {
            (removed, inserted) = (Set(other.indices), Set(list.indices))
        } else {
            for change in list.difference(from: other) {
                switch change {
                case .remove(let offset, _, _): removed.insert(offset)
                case .insert(let offset, _, _): inserted.insert(offset)
                }
            }
        }
        // How many more of a part this list has than the other.
        var surplus: [String: Int] = [:]
        for part in list { surplus[part, default: 0] += 1 }
        for part in other { surplus[part, default: 0] -= 1 }
        var (here, there) = (0, 0)
        while here < list.count || there < other.count {
            var (own, gone): ([Piece], [Piece]) = ([], [])
            while here < list.count, inserted.contains(here) {
                let isMoved = surplus[list[here], default: 0] <= 0
                if !isMoved { surplus[list[here], default: 0] -= 1 }
                own.append(.own(list[here], isMoved: isMoved))
                here += 1
            }
            while there < other.count, removed.contains(there) {
                if surplus[other[there], default: 0] < 0 {
                    surplus[other[there], default: 0] += 1
                    gone.append(.gone(other[there]))
                }
                there += 1
            }
            pieces += own + (gone.count > own.count ? gone : [])
            if here < list.count, there < other.count {
                pieces.append(.same(list[here], other: start + there))
                (here, there) = (here + 1, there + 1)
            }
        }
    }
}

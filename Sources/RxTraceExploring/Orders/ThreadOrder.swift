/// An order in which a program's threads take turns, as a token of the command line names it.
///
/// ```
/// 3b.0        three turns as usual, then the third of those that could go on; one at once: the second one
/// usual       all turns as usual
/// r17         at random, by the seed 17
/// p17.2.300   by priorities of the seed 17, of which two change among the first 300 turns
/// e3b.0       as 3b.0, where each read of the program's may be one of what other threads change (``Seen``)
/// v0c1a7f:3b.0  as 3b.0, with points before the reads and writes of plain memory at two places of the program's code
/// ```
///
/// Behind a dash stands a check of what the program's threads did in that order.
package struct ThreadOrder: Hashable {
    /// A turn that does not go as usual: which one, and the number of the thread that goes on; 0 would be the usual one.
    package struct Change: Hashable {
        package var turn: Int
        package var choice: Int

        package init(turn: Int, choice: Int) {
            self.turn = turn
            self.choice = choice
        }
    }

    package enum Kind: Hashable {
        case changes([Change])
        case random(seed: UInt64)
        case priorities(seed: UInt64, depth: Int, length: Int)
    }

    package var kind: Kind
    /// What other threads are taken to see of each one.
    package var seen: Seen
    /// Tells whether a program took the same turns; nil where that is not known.
    package var check: UInt16?

    package static let usual = ThreadOrder(kind: .changes([]))

    package init(kind: Kind, seen: Seen = .nothing, check: UInt16? = nil) {
        self.kind = kind
        self.seen = seen
        self.check = check
    }

    /// The same order, as a program needs it whose threads see these, too.
    package func seeing(_ more: Seen) -> ThreadOrder { ThreadOrder(kind: kind, seen: seen.union(more)) }

    /// An order with these changes, in which as much is seen.
    package func changing(_ changes: [Change]) -> ThreadOrder {
        ThreadOrder(kind: .changes(changes), seen: seen)
    }

    /// The changes; nil where the order is made by chance.
    package var changes: [Change]? {
        if case .changes(let changes) = kind { return changes }
        return nil
    }

    private static let usualWord = "usual"
    private static let largestChoice = 26

    /// Reads a token; nil for what is none.
    package init?(token: String) {
        let parts = token.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2 else { return nil }
        var word = first
        guard let seen = Seen(before: &word), let kind = Self.kind(of: word) else { return nil }
        self.seen = seen
        self.kind = kind
        guard parts.count == 2 else { return }
        guard let check = UInt16(parts[1], radix: 16) else { return nil }
        self.check = check
    }

    /// Reads the value of the variable that asks a program for an order; nil for what is none.
    package init?(variable: String) {
        var text = variable[...]
        guard let seen = Seen(beforeVariable: &text), let colon = text.firstIndex(of: ":") else { return nil }
        let numbers = text[colon...].dropFirst()
        let word =
            switch text[..<colon] {
            case "list": numbers.isEmpty ? Self.usualWord : String(numbers)
            case "random": "r\(numbers)"
            case "depth": "p\(numbers.replacing(":", with: "."))"
            default: ""
            }
        guard let kind = Self.kind(of: word[...]) else { return nil }
        self.seen = seen
        self.kind = kind
    }

    private static func kind(of word: Substring) -> Kind? {
        if word == usualWord { return .changes([]) }
        let numbers = word.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        switch word.first {
        case "r": return UInt64(word.dropFirst()).map { .random(seed: $0) }
        case "p":
            guard numbers.count == 3, let seed = UInt64(numbers[0]), let depth = Int(numbers[1]),
                let length = Int(numbers[2])
            else { return nil }
            return .priorities(seed: seed, depth: depth, length: length)
        default: return changes(in: word).map { .changes($0) }
        }
    }

    private static func changes(in word: Substring) -> [Change]? {
        var changes: [Change] = []
        var turn = 0
        for part in word.split(separator: ".", omittingEmptySubsequences: false) {
            let digits = part.prefix { ("0"..."9").contains($0) }
            let letter = part.dropFirst(digits.count)
            guard let usual = Int(digits), letter.count <= 1 else { return nil }
            let choice = letter.unicodeScalars.first.map { Int($0.value) - 96 } ?? 1
            guard (1...largestChoice).contains(choice), usual <= 1 << 32 else { return nil }
            turn += usual
            changes.append(Change(turn: turn, choice: choice))
            turn += 1
        }
        return changes.isEmpty ? nil : changes
    }

    /// The changes as tokens write them, and the control of turns reads them.
    private static func text(of changes: [Change]) -> String {
        var turn = 0
        return changes.map { change in
            defer { turn = change.turn + 1 }
            let letter = change.choice == 1 ? "" : String(UnicodeScalar(UInt8(96 + min(change.choice, largestChoice))))
            return "\(change.turn - turn)\(letter)"
        }.joined(separator: ".")
    }

    /// The token that names it.
    package var token: String {
        let word =
            switch kind {
            case .changes(let changes): changes.isEmpty ? Self.usualWord : Self.text(of: changes)
            case .random(let seed): "r\(seed)"
            case .priorities(let seed, let depth, let length): "p\(seed).\(depth).\(length)"
            }
        let shown = seen.letters + word
        guard let check else { return shown }
        let digits = String(check, radix: 16)
        return "\(shown)-\(String(repeating: "0", count: 4 - digits.count))\(digits)"
    }

    /// The value of the variable that asks a program for it (TurnOrder.h).
    package var variable: String {
        let words =
            switch kind {
            case .changes(let changes): "list:\(Self.text(of: changes))"
            case .random(let seed): "random:\(seed)"
            case .priorities(let seed, let depth, let length): "depth:\(seed):\(depth):\(length)"
            }
        return seen.words + words
    }
}

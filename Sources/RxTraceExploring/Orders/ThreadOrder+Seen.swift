extension ThreadOrder {
    /// What other threads are taken to see of a thread, which has more points then (TurnVariables.h, TurnOperations.c,
    /// TurnReach.c).
    package struct Seen: OptionSet, Hashable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Each read of the program's may be one of what other threads change; otherwise, those of its own variables are taken
        /// for none.
        package static let reads = Seen(rawValue: 1)
        /// When an operation of Foundation's begins to execute.
        package static let begins = Seen(rawValue: 2)
        /// When an operation is finished.
        package static let ends = Seen(rawValue: 4)
        /// When a queue of operations drops one that is finished.
        package static let drops = Seen(rawValue: 8)
        /// When the next of several things is disposed that are disposed together.
        package static let parts = Seen(rawValue: 16)

        /// When the library takes a lock of its own, or reads or writes an atomic value.
        package static let locks = Seen(rawValue: 32)

        /// In a token's order, each with its letter and with the word of the variable (TurnOrder.h).
        private static let all: [(seen: Seen, letter: Character, word: String)] = [
            (.reads, "e", "each-"), (.begins, "s", "begins-"), (.ends, "f", "ends-"), (.drops, "q", "drops-"),
            (.parts, "d", "parts-"), (.locks, "l", "locks-"),
        ]

        /// Reads the letters that a token begins with.
        init(before word: Substring) {
            var rest = word
            self = []
            for (seen, letter, _) in Self.all where rest.first == letter {
                insert(seen)
                rest = rest.dropFirst()
            }
        }

        var letters: String { String(Self.all.filter { contains($0.seen) }.map(\.letter)) }
        var words: String { Self.all.filter { contains($0.seen) }.map(\.word).joined() }
    }
}

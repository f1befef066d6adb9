extension ThreadOrder {
    /// What other threads are taken to see of a thread, which has more points then.
    package struct Seen: Hashable {
        /// See TurnVariables.h, TurnOperations.c, TurnReach.c and TurnSources.c.
        package struct Kinds: OptionSet, Hashable {
            package let rawValue: UInt32

            package init(rawValue: UInt32) { self.rawValue = rawValue }

            /// Each read of the program's may be one of what other threads change; otherwise, those of its own variables are taken
            /// for none.
            package static let reads = Kinds(rawValue: 1)
            /// When an operation of Foundation's begins to execute.
            package static let begins = Kinds(rawValue: 2)
            /// When an operation is finished.
            package static let ends = Kinds(rawValue: 4)
            /// When a queue of operations drops one that is finished.
            package static let drops = Kinds(rawValue: 8)
            /// When the next of several things is disposed that are disposed together.
            package static let parts = Kinds(rawValue: 16)
            /// When the library takes a lock of its own, or reads or writes an atomic value.
            package static let locks = Kinds(rawValue: 32)
            /// When a timer of Dispatch is due, before its handler begins.
            package static let timers = Kinds(rawValue: 64)
        }

        package var kinds: Kinds
        /// The places in the program's code that read or write plain memory in a race with others, by number (TurnRaces.h).
        package var races: Set<Int>

        package static let nothing = Seen([])
        /// So many numbers of places there are.
        static let racePlaces = 1 << 12
        private static let raceDigits = 3

        package init(_ kinds: Kinds, races: Set<Int> = []) {
            self.kinds = kinds
            self.races = races
        }

        /// In a token's order, each with its letter and with the word of the variable (TurnOrder.h).
        private static let all: [(kind: Kinds, letter: Character, word: String)] = [
            (.reads, "e", "each-"), (.begins, "s", "begins-"), (.ends, "f", "ends-"), (.drops, "q", "drops-"),
            (.parts, "d", "parts-"), (.locks, "l", "locks-"), (.timers, "t", "timers-"),
        ]
        private static let raceLetter: Character = "v"

        /// Reads what a token begins with, and takes it from there; nil for what is none.
        init?(before word: inout Substring) {
            self = .nothing
            for (kind, letter, _) in Self.all where word.first == letter {
                kinds.insert(kind)
                word = word.dropFirst()
            }
            guard word.first == Self.raceLetter else { return }
            let digits = word.dropFirst().prefix { $0 != ":" }
            guard !digits.isEmpty, digits.count % Self.raceDigits == 0, digits.endIndex < word.endIndex else {
                return nil
            }
            word = word[digits.endIndex...].dropFirst()
            for start in stride(from: 0, to: digits.count, by: Self.raceDigits) {
                guard let place = Int(digits.dropFirst(start).prefix(Self.raceDigits), radix: 16), place >= 0 else {
                    return nil
                }
                races.insert(place)
            }
        }

        /// As ``init(before:)``, of the words of the variable.
        init?(beforeVariable text: inout Substring) {
            self = .nothing
            for (kind, _, word) in Self.all where text.hasPrefix(word) {
                kinds.insert(kind)
                text = text.dropFirst(word.count)
            }
            let races = "races-"
            guard text.hasPrefix(races) else { return }
            let token = "\(Self.raceLetter)" + text.dropFirst(races.count).replacing("-", with: ":", maxReplacements: 1)
            var rest = token[...]
            guard let seen = Seen(before: &rest) else { return nil }
            self.races = seen.races
            text = rest
        }

        private var raceText: String {
            races.sorted().map {
                String(repeating: "0", count: Self.raceDigits - String($0, radix: 16).count) + String($0, radix: 16)
            }
            .joined()
        }

        var letters: String {
            let letters = String(Self.all.filter { kinds.contains($0.kind) }.map(\.letter))
            return races.isEmpty ? letters : "\(letters)\(Self.raceLetter)\(raceText):"
        }

        var words: String {
            let words = Self.all.filter { kinds.contains($0.kind) }.map(\.word).joined()
            return races.isEmpty ? words : "\(words)races-\(raceText)-"
        }

        func union(_ other: Seen) -> Seen { Seen(kinds.union(other.kinds), races: races.union(other.races)) }

        mutating func formUnion(_ other: Seen) { self = union(other) }

        func isSuperset(of other: Seen) -> Bool { union(other) == self }
    }
}

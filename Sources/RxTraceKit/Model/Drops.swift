extension Trace {
    /// How many calls were made but not kept, by reason.
    public struct Drops: Sendable, Equatable {
        /// There was no memory for them.
        public var memory = 0
        /// The recording had reached its limit (`--limit`).
        public var limit = 0
        /// They came before the part of the recording that was kept (`--last`).
        public var last = 0
        /// They belong to subscriptions that were not sampled (`--sample`).
        public var sample = 0
        /// They belong to subscriptions that were not to be recorded (`--record-only`, `--record-except`).
        public var filter = 0
        /// A recording has no room for something they say: a fault of the recorder's.
        public var form = 0
        /// They are calls of objects that were made when the process had no number left to tell them by.
        public var numbers = 0

        /// Makes counts, by reason; none where nothing is given.
        public init(memory: Int = 0, limit: Int = 0, last: Int = 0, sample: Int = 0, filter: Int = 0) {
            self.memory = memory
            self.limit = limit
            self.last = last
            self.sample = sample
            self.filter = filter
        }

        /// All of them; at most the greatest number there is.
        public var total: Int {
            counts.reduce(0) { sum, reason in
                let (total, isOverflow) = sum.addingReportingOverflow(reason.count)
                return isOverflow ? .max : total
            }
        }

        /// The reasons, by the words that the trace document has for them.
        private static let reasons: [(key: StaticString, count: any WritableKeyPath<Drops, Int> & Sendable)] = [
            ("memory", \.memory), ("limit", \.limit), ("last", \.last), ("sample", \.sample), ("filter", \.filter),
            ("form", \.form), ("numbers", \.numbers),
        ]

        /// The counts by the words the trace document has for them.
        var counts: [(key: StaticString, count: Int)] { Self.reasons.map { ($0.key, self[keyPath: $0.count]) } }

        /// Whether there is more to say than how many there are.
        var hasReason: Bool { counts.dropFirst().contains { $0.count > 0 } }

        /// Takes a count of the trace document; false for a word it does not have.
        mutating func set(_ key: String, to count: Int) -> Bool {
            guard let reason = Self.reasons.first(where: { "\($0.key)" == key }) else { return false }
            self[keyPath: reason.count] = count
            return true
        }
    }
}

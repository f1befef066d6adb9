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

        public init(memory: Int = 0, limit: Int = 0, last: Int = 0, sample: Int = 0, filter: Int = 0) {
            self.memory = memory
            self.limit = limit
            self.last = last
            self.sample = sample
            self.filter = filter
        }

        public var total: Int { counts.reduce(0) { $0 + $1.count } }

        private typealias Reason = (
            key: StaticString, words: String, count: any WritableKeyPath<Drops, Int> & Sendable
        )

        /// The reasons, by the words that the trace document has for them and those for people.
        private static let reasons: [Reason] = [
            ("memory", "for want of memory", \.memory), ("limit", "beyond the limit", \.limit),
            ("last", "before the last part", \.last), ("sample", "not sampled", \.sample),
            ("filter", "filtered out", \.filter),
        ]

        /// The counts by the words the trace document has for them.
        var counts: [(key: StaticString, count: Int)] { Self.reasons.map { ($0.key, self[keyPath: $0.count]) } }

        /// Whether there is more to say than how many there are.
        var hasReason: Bool { total > memory }

        /// Takes a count of the trace document; false for a word it does not have.
        mutating func set(_ key: String, to count: Int) -> Bool {
            guard let reason = Self.reasons.first(where: { "\($0.key)" == key }) else { return false }
            self[keyPath: reason.count] = count
            return true
        }

        /// `1,204 dropped (1,000 not sampled, 204 beyond the limit)`; nil where none are.
        var text: String? {
            guard total > 0 else { return nil }
            let text = "\(Count.grouped(total)) dropped"
            guard hasReason else { return text }
            let given = Self.reasons.filter { self[keyPath: $0.count] > 0 }
            let parts = given.map { reason in
                given.count == 1 ? reason.words : "\(Count.grouped(self[keyPath: reason.count])) \(reason.words)"
            }
            return "\(text) (\(parts.joined(separator: ", ")))"
        }
    }
}

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

        public init() {}

        public var total: Int { counts.reduce(0) { $0 + $1.count } }

        /// The counts by the words the trace document has for them.
        var counts: [(key: StaticString, count: Int)] {
            [("memory", memory), ("limit", limit), ("last", last), ("sample", sample), ("filter", filter)]
        }

        /// Whether there is more to say than how many there are.
        var hasReason: Bool { total > memory }

        /// Takes a count of the trace document; false for a word it does not have.
        mutating func set(_ key: String, to count: Int) -> Bool {
            switch key {
            case "memory": memory = count
            case "limit": limit = count
            case "last": last = count
            case "sample": sample = count
            case "filter": filter = count
            default: return false
            }
            return true
        }

        /// `1,204 dropped (1,000 not sampled, 204 beyond the limit)`; nil where none are.
        var text: String? {
            guard total > 0 else { return nil }
            let text = "\(Count.grouped(total)) dropped"
            guard hasReason else { return text }
            let reasons = [
                (memory, "for want of memory"), (limit, "beyond the limit"), (last, "before the last part"),
                (sample, "not sampled"), (filter, "filtered out"),
            ]
            let given = reasons.filter { $0.0 > 0 }
            let parts = given.map { given.count == 1 ? $0.1 : "\(Count.grouped($0.0)) \($0.1)" }
            return "\(text) (\(parts.joined(separator: ", ")))"
        }
    }
}

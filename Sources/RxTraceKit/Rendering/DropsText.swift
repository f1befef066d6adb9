/// The words for calls that were made but not kept.
enum DropsText {
    /// `1,204 dropped (1,000 not sampled, 204 beyond the limit)`; nil where none are.
    static func of(_ drops: Trace.Drops) -> String? {
        guard drops.total > 0 else { return nil }
        let text = "\(Count.grouped(drops.total)) dropped"
        guard drops.hasReason else { return text }
        let reasons = [
            (drops.memory, "for want of memory"), (drops.limit, "beyond the limit"),
            (drops.last, "before the last part"), (drops.sample, "not sampled"), (drops.filter, "filtered out"),
            (drops.form, "that a recording cannot hold"), (drops.numbers, "of objects without a number"),
        ].filter { $0.0 > 0 }
        let parts = reasons.map { count, words in reasons.count == 1 ? words : "\(Count.grouped(count)) \(words)" }
        return "\(text) (\(parts.joined(separator: ", ")))"
    }
}

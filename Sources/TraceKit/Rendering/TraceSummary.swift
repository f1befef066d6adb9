/// The last line of a rendering for people: how much was recorded, and what is still open.
enum TraceSummary {
    /// - Parameter shown: how many of the calls the rendering's zoom lets through.
    static func text(_ trace: Trace, shown: Int) -> String {
        let live = trace.subscriptions.count { $0.ended == nil }
        var parts = [
            Count.of(trace.calls.count, "call"), Count.of(trace.nodes.count, "node"),
            Count.of(trace.subscriptions.count, "subscription"),
            live == 0 ? "none live" : "\(Count.grouped(live)) still live",
        ]
        if shown != trace.calls.count { parts[0] += " (\(Count.grouped(shown)) shown)" }
        if trace.dropped > 0 { parts.append("\(Count.grouped(trace.dropped)) dropped") }
        return parts.joined(separator: ", ")
    }
}

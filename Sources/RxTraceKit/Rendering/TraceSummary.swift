/// The last lines of a rendering for people: how much was recorded, how much of it is shown, and which subscriptions
/// live.
enum TraceSummary {
    static func lines(_ source: any TraceSource) -> [String] {
        let filtered = source as? FilteredTrace
        let total = filtered?.whole.callCount ?? source.callCount
        let live = source.subscriptions.count { $0.ended == nil }
        var parts = [
            Count.of(total, "call"), Count.of(source.nodes.count, "node"),
            Count.of(source.subscriptions.count, "subscription"),
            live == 0 ? "none live" : "\(Count.grouped(live)) still live",
        ]
        if source.callCount != total { parts[0] += " (\(Count.grouped(source.callCount)) shown)" }
        if let dropped = DropsText.of(source.drops) { parts.append(dropped) }
        return [parts.joined(separator: ", ")] + (hidden(source).map { [$0] } ?? [])
            + source.notes.map { "note: \(TerminalText.escaped($0))" }
    }

    /// `204 hidden by --depth`; nil where a filter hides none.
    static func hidden(_ source: any TraceSource) -> String? {
        // A zoom is there to leave calls out; any other that is missing is counted.
        let leftOut = ((source as? FilteredTrace)?.leftOut ?? []).filter { $0.option != "zoom" }
        guard !leftOut.isEmpty else { return nil }
        return leftOut.map { "\(Count.grouped($0.count)) hidden by --\($0.option)" }.joined(separator: ", ")
    }
}

/// The last lines of a rendering for people: how much was recorded, what of it is shown, and what is still open.
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
        // What a zoom leaves out is the meaning of a zoom; what else is missing is said.
        let leftOut = (filtered?.leftOut ?? []).filter { $0.option != "zoom" }
        let hidden = leftOut.map { "\(Count.grouped($0.count)) hidden by --\($0.option)" }
        return [parts.joined(separator: ", ")] + (hidden.isEmpty ? [] : [hidden.joined(separator: ", ")])
    }
}

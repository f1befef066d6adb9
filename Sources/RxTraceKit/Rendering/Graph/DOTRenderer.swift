/// Draws the nodes of a trace and the events between them as a graph, in the language of Graphviz.
///
/// A node of the trace is one node of the graph however often it is called: solid edges show who subscribed to whom,
/// edges with a count the events that were delivered (`next ×3, completed`), dashed ones the work handed to a scheduler
/// and where it went. Each subscription is a box around its nodes. The program's marks are notes, tied to the nodes in
/// whose code they were made and to those that were called in them.
///
/// ```
/// rxtrace dot | dot -Tsvg > graph.svg
/// ```
///
/// More instances of one shape than ``repetitionLimit`` are drawn as one with their number, and the graph says so.
public struct DOTRenderer: TraceRenderer, Sendable {
    /// `internals` draws disposables and trampolines as well, `user` leaves out sinks.
    public var zoom: Zoom
    public var repetitionLimit: Int

    public init(zoom: Zoom = .operators, repetitionLimit: Int = 50) {
        self.zoom = zoom
        self.repetitionLimit = repetitionLimit
    }

    public func render(_ trace: Trace, to output: TextOutput) throws {
        let shapes = DOTShapes(trace, zoom: zoom, limit: repetitionLimit)
        let edges = DOTEdges(trace, shapes: shapes)
        try output.write("digraph \(DOTText.quoted(trace.scenario)) {\n")
        // Without `newrank`, dot 2.43 cannot rank graphs whose nested subscriptions lead to each other.
        try output.write(
            "  graph [label=\(DOTText.quoted(title(trace, shapes))), labelloc=\"t\", newrank=\"true\", "
                + "fontname=\"Helvetica\"];\n")
        try output.write("  node [fontname=\"Helvetica\", fontsize=\"11\", style=\"filled\"];\n")
        try output.write("  edge [fontname=\"Helvetica\", fontsize=\"9\"];\n")
        try write(shapes, trace: trace, to: output)
        let notes = DOTNotes(trace, shapes: shapes, limit: repetitionLimit)
        for line in notes.lines() { try output.write("  \(line)\n") }
        for line in edges.lines() { try output.write("  \(line)\n") }
        try output.write("}\n")
    }

    private func title(_ trace: Trace, _ shapes: DOTShapes) -> String {
        var lines = [TerminalText.escaped(trace.scenario.isEmpty ? "trace" : trace.scenario)]
        if let dropped = DropsText.of(trace.drops) { lines.append("calls: \(dropped)") }
        if shapes.foldsAny {
            lines.append("shapes that repeat more than \(Count.of(repetitionLimit, "time")) are drawn once, with ×N")
        }
        return lines.joined(separator: "\n")
    }

    /// Writes nodes and the clusters around them, with a stack of its own: subscriptions may nest to any depth.
    private func write(_ shapes: DOTShapes, trace: Trace, to output: TextOutput) throws {
        enum Step {
            case open(Int, depth: Int)
            case close(depth: Int)
        }
        let names = NodeNames(trace)
        for node in shapes.nodes(in: -1) { try output.write("  \(line(node, shapes, trace, names))\n") }
        var stack = shapes.clusters(in: -1).reversed().map { Step.open($0, depth: 1) }
        while let step = stack.popLast() {
            switch step {
            case .close(let depth): try output.write("\(indent(depth))}\n")
            case .open(let cluster, let depth):
                let subscription = trace.subscriptions[cluster]
                try output.write("\(indent(depth))subgraph \(DOTText.quoted("cluster_\(subscription.id)")) {\n")
                try output.write(
                    "\(indent(depth + 1))\(clusterAttributes(subscription, shapes.count(ofCluster: cluster)))\n")
                for node in shapes.nodes(in: cluster) {
                    try output.write("\(indent(depth + 1))\(line(node, shapes, trace, names))\n")
                }
                stack.append(.close(depth: depth))
                stack += shapes.clusters(in: cluster).reversed().map { .open($0, depth: depth + 1) }
            }
        }
    }

    private func indent(_ depth: Int) -> String { String(repeating: "  ", count: min(depth, 40)) }

    private func clusterAttributes(_ subscription: Trace.Subscription, _ count: Int) -> String {
        var label = "subscription \(subscription.id)"
        if let name = subscription.name { label += " \(MarkText.quoted(name))" }
        if count > 1 { label += " ×\(Count.grouped(count))" }
        label += ", \(subscription.ended.map(TerminalText.escaped) ?? "still live")"
        if let site = subscription.site { label += "\n\(TerminalText.escaped(site.description))" }
        let color = subscription.ended == nil ? "#c0392b" : "#8899aa"
        return "graph [label=\(DOTText.quoted(label)), color=\"\(color)\", style=\"rounded\", fontsize=\"10\"];"
    }

    private func line(_ node: Int, _ shapes: DOTShapes, _ trace: Trace, _ names: NodeNames) -> String {
        let one = trace.nodes[node]
        let count = shapes.count(ofNode: node)
        var label = count > 1 ? "\(TerminalText.escaped(one.type)) ×\(Count.grouped(count))" : names.name(of: node)
        if let site = one.site { label += "\n\(TerminalText.escaped(site.description))" }
        if one.isEarly { label += "\nmade before the recording" }
        return "\(DOTText.quoted("n\(one.id)")) [label=\(DOTText.quoted(label)), \(DOTText.attributes(of: one.role))];"
    }
}

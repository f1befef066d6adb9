/// Draws the operators of a trace and what passed between them as a graph, in the language of Graphviz.
///
/// - An operator is one box with its sinks, named as the user wrote it and by its class; a subscription is one with its
///   observer, red where it lives. Dispose bags, schedulers that bring work elsewhere, and watched objects are boxes too.
/// - Edges are numbered in the order in which they were first gone along, and bear the values where few passed. Bold ones
///   are events, thin ones subscribes, dashed ones scheduled work, dotted ones disposals. Events that went nowhere end in
///   a red cross.
/// - Each thread has a colour.
/// - The program's marks are notes.
///
/// ```
/// rxtrace dot | dot -Tsvg > graph.svg
/// ```
///
/// Four or more boxes that are alike are drawn as one with their number; above ``boxLimit``, all of one type, and the
/// graph says so.
public struct DOTRenderer: TraceRenderer, Sendable {
    /// `internals` draws sinks, observers, disposables and trampolines as boxes of their own; `user` only operators that
    /// the user's code made.
    public var zoom: Zoom
    /// The most boxes; above that, all of one type are one.
    public var boxLimit: Int

    /// Makes a renderer.
    public init(zoom: Zoom = .operators, boxLimit: Int = 100) {
        self.zoom = zoom
        self.boxLimit = boxLimit
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let picture = GraphPicture(try PicturedTrace(source), zoom: zoom, limit: boxLimit)
        try output.write("digraph \(DOTText.quoted(source.scenario)) {\n")
        try output.write(
            "  graph [label=\(DOTText.quoted(picture.title.joined(separator: "\n"))), labelloc=\"t\", "
                + "fontname=\"Helvetica\", ranksep=\"0.35\", nodesep=\"0.3\"];\n")
        try output.write("  node [fontname=\"Helvetica\", fontsize=\"11\", style=\"filled\", margin=\"0.12,0.05\"];\n")
        try output.write("  edge [fontname=\"Helvetica\", fontsize=\"9\", arrowsize=\"0.7\"];\n")
        let drawing = GraphDrawing(picture)
        for (place, box) in picture.boxes.enumerated() {
            let label = DOTText.quoted(box.lines.joined(separator: "\n"))
            // Where `rxtrace svg` draws it, upwards and in points, for `neato -n`; `dot` finds places of its own.
            let frame = drawing.boxes[place]
            let position = "pos=\"\(SVGText.number(frame.x)),\(SVGText.number(drawing.height - frame.y))!\""
            try output.write("  n\(place + 1) [label=\(label), \(DOTText.attributes(of: box.look)), \(position)];\n")
        }
        for (place, edge) in picture.edges.enumerated() { try write(edge, place, to: output) }
        try writeLegend(picture, to: output)
        try output.write("}\n")
    }

    private func write(_ edge: GraphPicture.Edge, _ place: Int, to output: TextOutput) throws {
        var end = "n\((edge.to ?? 0) + 1)"
        if edge.to == nil {
            end = "x\(place + 1)"
            try output.write(
                "  \(end) [label=\"✕\", shape=\"plain\", style=\"\", fontcolor=\"\(GraphColors.lost)\", "
                    + "fontsize=\"18\"];\n")
        }
        // Subscribes go against the events; the graph is laid out by the way of the events.
        let ends = edge.isBackward ? "\(end) -> n\(edge.from + 1)" : "n\(edge.from + 1) -> \(end)"
        let label =
            edge.label.isEmpty
            ? "" : "label=\(DOTText.quoted(edge.words.lines().map { " \($0.text)" }.joined(separator: "\n"))), "
        try output.write("  \(ends) [\(label)\(DOTText.attributes(of: edge))];\n")
    }

    private func writeLegend(_ picture: GraphPicture, to output: TextOutput) throws {
        try writeLines(picture.legend, to: output)
        guard picture.threads.count > 1 else { return }
        try output.write("  subgraph \"cluster_threads\" {\n")
        try output.write("    graph [label=\"threads\", color=\"#8899aa\", style=\"rounded\", fontsize=\"10\"];\n")
        for (place, name) in picture.threads.enumerated() {
            let color = GraphColors.thread(place)
            try output.write(
                "    t\(place + 1) [label=\(DOTText.quoted("━ \(name)")), shape=\"plain\", style=\"\", "
                    + "fontcolor=\"\(color)\"];\n")
        }
        try output.write("  }\n")
    }

    /// What each kind of line says.
    private func writeLines(_ legend: GraphLegend, to output: TextOutput) throws {
        let entries = legend.joined { DOTText.sample(of: $0) == DOTText.sample(of: $1) }
        guard !entries.isEmpty else { return }
        let words = legend.numbers.map(DOTText.quoted) ?? "\"\""
        try output.write("  subgraph \"cluster_lines\" {\n")
        try output.write("    graph [label=\(words), color=\"#8899aa\", style=\"rounded\", fontsize=\"10\"];\n")
        for (place, entry) in entries.enumerated() {
            let (sign, color) = DOTText.sample(of: entry.kind)
            try output.write(
                "    k\(place + 1) [label=\(DOTText.quoted("\(entry.words) \(sign)")), shape=\"plain\", style=\"\", "
                    + "fontcolor=\"\(color)\"];\n")
        }
        try output.write("  }\n")
    }
}

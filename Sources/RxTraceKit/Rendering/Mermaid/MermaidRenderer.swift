/// Draws a trace as a Mermaid diagram, which GitHub, GitLab and many editors show in their pages.
///
/// A sequence diagram has a line of life for each box of the graph (see ``DOTRenderer``) and a message for each call
/// between them, in the order of time; a flowchart is the graph itself. Both keep within Mermaid's limits of 50,000
/// characters and 500 edges: a diagram that is longer ends in a note that says how much is left out.
///
/// ```
/// rxtrace mermaid map-filter -o map-filter.mmd
/// ```
public struct MermaidRenderer: TraceRenderer, Sendable {
    /// Which of Mermaid's diagrams.
    public enum Diagram: String, Sendable, CaseIterable {
        /// A line of life for each box, and a message for each time something passed.
        case sequence
        /// The graph.
        case flowchart
    }

    /// The kind of diagram.
    public var diagram: Diagram
    /// Whose calls are drawn.
    public var zoom: Zoom

    /// Makes a renderer.
    public init(diagram: Diagram = .sequence, zoom: Zoom = .operators) {
        self.diagram = diagram
        self.zoom = zoom
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let picture = try PicturedTrace(source)
        let lines = diagram == .sequence ? sequence(picture) : flowchart(picture)
        for line in lines { try output.write(line + "\n") }
    }

    // MARK: The sequence

    private func sequence(_ picture: PicturedTrace) -> [String] {
        let trace = picture.trace
        var boxes = GraphBoxes(trace, zoom: zoom, limit: 30)
        let edges = GraphEdges(picture, boxes: &boxes)
        let words = GraphWords(trace)
        var head = ["sequenceDiagram"]
        let shown = participants(edges).prefix(100)
        for box in shown {
            let name = words.lines(of: boxes.boxes[box]).map(MermaidText.escaped).joined(separator: "<br/>")
            head.append("    participant b\(box + 1) as \(name)")
        }
        var budget = Budget(head)
        var kept: [String] = []
        for step in edges.steps {
            let way = edges.edges[step.edge].way
            let to = way.to ?? way.from
            guard shown.contains(way.from), shown.contains(to) else { continue }
            let row =
                "    b\(way.from + 1)\(arrow(way.kind))b\(to + 1): \(message(trace.calls[step.call], way, picture))"
            guard budget.takes(row) else { break }
            kept.append(row)
        }
        let left = edges.steps.count - kept.count
        guard let first = shown.first else { return head }
        var notes = picture.missing
        if left > 0 { notes.append("\(Count.of(left, "more message")) left out, for Mermaid takes no more") }
        return head + kept + notes.map { "    Note over b\(first + 1): \(MermaidText.escaped($0))" }
    }

    /// The boxes that something passes between, by the way of the events: messages mostly go to the right.
    private func participants(_ edges: GraphEdges) -> [Int] {
        var used: [Int] = []
        var ways: [LayeredGraph.Edge] = []
        func place(_ box: Int) -> Int {
            if let place = used.firstIndex(of: box) { return place }
            used.append(box)
            return used.count - 1
        }
        for way in edges.edges.map(\.way) {
            let (from, to) = (place(way.from), place(way.to ?? way.from))
            switch way.kind {
            case .event, .schedule, .act: ways.append(LayeredGraph.Edge(upper: from, lower: to))
            case .subscribe, .insert: ways.append(LayeredGraph.Edge(upper: to, lower: from))
            case .invoke, .dispose, .kept, .drop: break
            }
        }
        let ranks = LayeredGraph(count: used.count, edges: ways).ranks
        return used.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { used[$0] }
    }

    private func arrow(_ kind: GraphEdges.Kind) -> String {
        switch kind {
        case .event, .act: "->>"
        case .drop: "-x"
        case .subscribe, .insert: "-)"
        case .schedule, .invoke, .dispose, .kept: "-->>"
        }
    }

    private func message(_ call: Trace.Call, _ way: GraphEdges.Way, _ picture: PicturedTrace) -> String {
        var text = way.label ?? call.operation.name
        if way.isLate { text += ", \(GraphWords.lateness(way.kind))" }
        if let event = call.event {
            let value = event.value.map { " \(TerminalText.shortenedInMiddle($0, to: 60, ellipsis: "…"))" }
            text = event.kind.name + (value ?? "")
        }
        switch way.kind {
        case .drop: text += ": \(picture.lost[call.id]?.sentence ?? "dropped")"
        case .kept: text = "\(way.label ?? "kept") \(text)"
        default: break
        }
        // The line of the user's code that sent it: the boxes tell theirs, and the code has none.
        if let site = call.site, let file = site.file.split(separator: "/").last { text += " at \(file):\(site.line)" }
        return MermaidText.escaped(text)
    }

    // MARK: The flowchart

    private func flowchart(_ trace: PicturedTrace) -> [String] {
        let picture = GraphPicture(trace, zoom: zoom, limit: 100)
        var head = ["flowchart TD"]
        for (place, box) in picture.boxes.enumerated() {
            let label = box.lines.map(MermaidText.escaped).joined(separator: "<br/>")
            head.append("    b\(place + 1)[\"\(label)\"]")
        }
        var rows: [String] = []
        var drops: [Int] = []
        for (place, edge) in picture.edges.enumerated() {
            var end = "b\((edge.to ?? 0) + 1)"
            if edge.to == nil {
                end = "x\(place + 1)((\"✕\"))"
                if place < MermaidText.mostEdges { drops.append(place) }
            }
            let label = edge.label.isEmpty ? "" : "|\"\(MermaidText.escaped(edge.label))\"|"
            rows.append("    b\(edge.from + 1) \(flow(edge.kind))\(label) \(end)")
        }
        func style(_ drops: [Int]) -> [String] {
            drops.isEmpty ? [] : ["    linkStyle \(drops.map(String.init).joined(separator: ",")) stroke:red"]
        }
        var budget = Budget(head + style(drops))
        let kept = rows.prefix(MermaidText.mostEdges).prefix { budget.takes($0) }
        var notes = Array(picture.title.dropFirst())
        if rows.count > kept.count {
            notes.append("\(Count.of(rows.count - kept.count, "more edge")) left out, for Mermaid takes no more")
        }
        return head + kept + style(drops.filter { $0 < kept.count })
            + notes.enumerated().map { "    note\($0.offset + 1)[\"\(MermaidText.escaped($0.element))\"]" }
    }

    private func flow(_ kind: GraphEdges.Kind?) -> String {
        switch kind {
        case .event: "==>"
        case .drop: "==x"
        case .subscribe, .insert, .act: "-->"
        case .schedule, .invoke, .dispose, .kept: "-.->"
        case nil: "-.-"
        }
    }

    /// The room that is left for lines, with some kept for the note.
    private struct Budget {
        private var left: Int

        init(_ lines: [String]) {
            left = MermaidText.mostCharacters - 600 - lines.reduce(0) { $0 + $1.utf16.count + 1 }
        }

        mutating func takes(_ line: String) -> Bool {
            left -= line.utf16.count + 1
            return left >= 0
        }
    }
}

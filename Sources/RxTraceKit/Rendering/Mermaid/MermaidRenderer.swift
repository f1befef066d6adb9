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
    public enum Diagram: String, Sendable, CaseIterable { case sequence, flowchart }

    public var diagram: Diagram
    public var zoom: Zoom

    public init(diagram: Diagram = .sequence, zoom: Zoom = .operators) {
        self.diagram = diagram
        self.zoom = zoom
    }

    public func render(_ trace: Trace, to output: TextOutput) throws {
        let lines = diagram == .sequence ? sequence(trace) : flowchart(trace)
        for line in lines { try output.write(line + "\n") }
    }

    // MARK: The sequence

    private func sequence(_ trace: Trace) -> [String] {
        var boxes = GraphBoxes(trace, zoom: zoom, limit: 30)
        let edges = GraphEdges(trace, boxes: &boxes)
        let words = GraphWords(trace)
        var head = ["sequenceDiagram"]
        var used: [Int] = []
        for step in edges.steps {
            let edge = edges.edges[step.edge]
            for box in [edge.from, edge.to ?? edge.from] where !used.contains(box) { used.append(box) }
        }
        let shown = used.prefix(100)
        for box in shown {
            let name = words.lines(of: boxes.boxes[box]).prefix(2).joined(separator: " ")
            head.append("    participant b\(box + 1) as \(MermaidText.escaped(name))")
        }
        let rows = edges.steps.compactMap { step -> String? in
            let edge = edges.edges[step.edge]
            let to = edge.to ?? edge.from
            guard shown.contains(edge.from), shown.contains(to) else { return nil }
            let call = trace.calls[step.call]
            return "    b\(edge.from + 1)\(arrow(edge.kind))b\(to + 1): \(message(call, edge.kind))"
        }
        var budget = Budget(head)
        let kept = rows.prefix { budget.takes($0) }
        let left = edges.steps.count - kept.count
        let first = (shown.first ?? 0) + 1
        guard left > 0 else { return head + kept }
        if shown.isEmpty { return head }
        let note = "\(Count.of(left, "more message")) left out, for Mermaid takes no more"
        return head + kept + ["    Note over b\(first): \(note)"]
    }

    private func arrow(_ kind: GraphEdges.Kind) -> String {
        switch kind {
        case .event, .act: "->>"
        case .drop: "-x"
        case .subscribe, .insert: "-)"
        case .schedule, .invoke, .dispose: "-->>"
        }
    }

    private func message(_ call: Trace.Call, _ kind: GraphEdges.Kind) -> String {
        var text = call.operation.name
        if let event = call.event {
            let value = event.value.map { " \(TerminalText.shortenedInMiddle($0, to: 60, ellipsis: "…"))" }
            text = event.kind.name + (value ?? "")
        } else if kind == .act {
            text = call.label ?? text
        } else if kind == .invoke {
            text = "invoke"
        }
        return MermaidText.escaped(kind == .drop ? "\(text) dropped" : text)
    }

    // MARK: The flowchart

    private func flowchart(_ trace: Trace) -> [String] {
        let picture = GraphPicture(trace, zoom: zoom, limit: 100)
        var head = ["flowchart TD"]
        for (place, box) in picture.boxes.enumerated() {
            let label = box.lines.map(MermaidText.escaped).joined(separator: "<br/>")
            head.append("    b\(place + 1)[\"\(label)\"]")
        }
        var rows: [String] = []
        for (place, edge) in picture.edges.enumerated() {
            var end = "b\((edge.to ?? 0) + 1)"
            if edge.to == nil { end = "x\(place + 1)((\"✕\"))" }
            let label = edge.label.isEmpty ? "" : "|\"\(MermaidText.escaped(edge.label))\"|"
            rows.append("    b\(edge.from + 1) \(flow(edge.kind))\(label) \(end)")
        }
        var budget = Budget(head)
        let kept = rows.prefix(MermaidText.mostEdges).prefix { budget.takes($0) }
        guard rows.count > kept.count else { return head + kept }
        let note = "\(Count.of(rows.count - kept.count, "more edge")) left out, for Mermaid takes no more"
        return head + kept + ["    note[\"\(note)\"]"]
    }

    private func flow(_ kind: GraphEdges.Kind?) -> String {
        switch kind {
        case .event, .drop: "==>"
        case .subscribe, .insert, .act: "-->"
        case .schedule, .invoke, .dispose: "-.->"
        case nil: "-.-"
        }
    }

    /// The room that is left for lines, with some kept for the note.
    private struct Budget {
        private var left: Int

        init(_ lines: [String]) {
            left = MermaidText.mostCharacters - 200 - lines.reduce(0) { $0 + $1.utf16.count + 1 }
        }

        mutating func takes(_ line: String) -> Bool {
            left -= line.utf16.count + 1
            return left >= 0
        }
    }
}

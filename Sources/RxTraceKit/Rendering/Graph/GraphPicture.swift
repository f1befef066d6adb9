/// A graph in words: the lines of each box and edge, before any language of drawings.
struct GraphPicture {
    /// How a box looks.
    enum Look: Hashable {
        case role(Trace.Role)
        case subscription(isLive: Bool)
        case code
        case note
    }

    struct Box {
        var lines: [String]
        var look: Look
    }

    struct Edge {
        var from: Int
        /// nil for events that went nowhere.
        var to: Int?
        /// nil between a mark and the boxes it belongs to.
        var kind: GraphEdges.Kind?
        var label: String
        /// The places of its threads in ``threads``.
        var threads: [Int] = []
        var hasError = false
    }

    /// The lines above the graph.
    private(set) var title: [String]
    private(set) var boxes: [Box] = []
    private(set) var edges: [Edge] = []
    /// The names of the threads that something passed on, in the order of time.
    private(set) var threads: [String] = []

    private static let longestValue = 18

    /// - Parameter limit: above so many boxes, all of one type are drawn as one.
    init(_ trace: Trace, zoom: Zoom, limit: Int) {
        title = [TerminalText.escaped(trace.scenario.isEmpty ? "trace" : trace.scenario)]
        if let dropped = DropsText.of(trace.drops) { title.append("calls: \(dropped)") }
        var all = GraphBoxes(trace, zoom: zoom, limit: limit)
        let made = GraphEdges(trace, boxes: &all)
        if all.boxes.contains(where: { $0.count > 1 }) {
            title.append(
                all.closesPlaces
                    ? "above \(limit) boxes, those of one type are drawn as one, with ×N"
                    : "boxes that are alike are drawn as one, with ×N")
        }
        let words = GraphWords(trace)
        boxes = all.boxes.map { Box(lines: words.lines(of: $0), look: words.look(of: $0)) }
        var places: [Int: Int] = [:]
        for edge in made.edges {
            let threads = edge.threads.map { thread in
                if let place = places[thread] { return place }
                places[thread] = self.threads.count
                let name = trace.threads.first { $0.id == thread }?.name ?? "thread \(thread)"
                self.threads.append(TerminalText.escaped(name))
                return self.threads.count - 1
            }
            edges.append(
                Edge(
                    from: edge.from, to: edge.to, kind: edge.kind, label: Self.label(of: edge), threads: threads,
                    hasError: edge.error > 0))
        }
        for note in GraphNotes(trace, boxes: all, limit: GraphNotes.mostNotes).notes {
            boxes.append(Box(lines: note.lines, look: .note))
            let place = boxes.count - 1
            edges += note.makers.sorted().map { Edge(from: $0, to: place, label: "") }
            edges += note.called.sorted().map { Edge(from: place, to: $0, label: "") }
        }
    }

    /// `3 next A, B`: its number, and what passed.
    private static func label(of edge: GraphEdges.Edge) -> String {
        func times(_ word: String, _ count: Int) -> String? {
            count == 0 ? nil : count == 1 ? word : "\(word) ×\(Count.grouped(count))"
        }
        var parts: [String?] = []
        switch edge.kind {
        case .event, .drop:
            if edge.next > 0, edge.values.count == edge.next {
                let values = edge.values.map {
                    TerminalText.shortenedInMiddle(TerminalText.escaped($0), to: longestValue, ellipsis: "…")
                }
                parts.append("next \(values.joined(separator: ", "))")
            } else {
                parts.append(times("next", edge.next))
            }
            parts += [times("error", edge.error), times("completed", edge.completed)]
        case .subscribe: parts.append(edge.count == 1 ? nil : "×\(Count.grouped(edge.count))")
        case .schedule: parts.append(times("schedule", edge.count))
        case .invoke: parts.append(times("invoke", edge.count))
        case .insert: parts.append(times("insert", edge.count))
        case .dispose: parts.append(times("dispose", edge.count))
        case .act: parts.append(times(TerminalText.escaped(edge.label ?? "handler"), edge.count))
        }
        return ["\(edge.number)", parts.compactMap { $0 }.joined(separator: ", ")].filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

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
        var words = GraphLabel()
        /// The places of its threads in ``threads``.
        var threads: [Int] = []
        var hasError = false
        /// Whether it says which of its boxes comes first in the order of the events.
        var ranks = false

        var label: String { words.text }
        /// Whether it goes against the events.
        var isBackward: Bool { kind == .subscribe || kind == .insert }
    }

    /// The lines above the graph.
    private(set) var title: [String]
    private(set) var boxes: [Box] = []
    private(set) var edges: [Edge] = []
    /// The names of the threads that something passed on, in the order of time.
    private(set) var threads: [String] = []
    /// What its lines say.
    private(set) var legend = GraphLegend([], folds: false)
    /// By the position of each node, and of each subscription, the box it is drawn in; nil for none.
    var boxOfNode: [Int?] { made.boxes.boxOfNode }
    var boxOfSubscription: [Int?] { made.boxes.boxOfSubscription }
    /// Each time that something passed, in the order of time: the place of the edge in ``edges``, and the call's position.
    var steps: [GraphEdges.Step] { made.edges.steps }
    /// What it tells in words.
    let made: (boxes: GraphBoxes, edges: GraphEdges)

    /// - Parameter limit: above so many boxes, all of one type are drawn as one.
    init(_ picture: PicturedTrace, zoom: Zoom, limit: Int) {
        let trace = picture.trace
        title = [picture.title] + picture.missing
        var all = GraphBoxes(trace, zoom: zoom, limit: limit)
        let made = GraphEdges(picture, boxes: &all)
        if all.closesPlaces {
            title.append("above \(limit) boxes, those of one type are drawn as one, with ×N")
        } else if all.boxes.contains(where: { $0.count > 1 }) {
            title.append("boxes made at one place are drawn as one, with ×N")
        }
        self.made = (all, made)
        let notes = GraphNotes(trace, boxes: all, limit: GraphNotes.mostNotes).notes
        let words = GraphWords(trace, boxes: all, members: made.members)
        let order = GraphRuns(made, notes, in: trace, words)
        boxes = all.boxes.map { Box(lines: words.lines(of: $0), look: words.look(of: $0)) }
        var places: [Int: Int] = [:]
        for (place, edge) in made.edges.enumerated() {
            let threads = edge.threads.map { thread in
                if let place = places[thread] { return place }
                places[thread] = self.threads.count
                let name = trace.threads.first { $0.id == thread }?.name ?? "thread \(thread)"
                self.threads.append(TerminalText.escaped(name))
                return self.threads.count - 1
            }
            edges.append(
                Edge(
                    from: edge.way.from, to: edge.way.to, kind: edge.way.kind,
                    words: words.label(of: edge, order.runs[place]) {
                        order.number(of: $1, leaving: edge.way.from, before: $0)
                    },
                    threads: threads,
                    hasError: edge.passed.error > 0))
        }
        for (note, numbers) in zip(notes, order.notes) {
            boxes.append(Box(lines: note.lines(numbers), look: .note))
            let place = boxes.count - 1
            let makers = note.isFree ? all.boxOfCode.map { [$0] } ?? [] : note.makers.sorted()
            edges += makers.map { Edge(from: $0, to: place) }
            edges += note.called.sorted().map { Edge(from: place, to: $0) }
        }
        let folds = zip(edges, order.runs).contains { edge, runs in
            edge.kind == .event && runs.contains { $0.passed.next > 1 }
        }
        legend = GraphLegend(edges, folds: folds)
        rank()
    }

    /// Work comes back from schedulers, and disposals run against everything else: these say which box comes first only
    /// where nothing else does.
    private mutating func rank() {
        var groups = Array(boxes.indices)
        func group(_ box: Int) -> Int {
            var box = box
            while groups[box] != box {
                groups[box] = groups[groups[box]]
                box = groups[box]
            }
            return box
        }
        for index in edges.indices {
            switch edges[index].kind {
            case .invoke, .dispose, .kept, nil: continue
            case .subscribe, .event, .schedule, .insert, .act, .drop: edges[index].ranks = true
            }
            if let to = edges[index].to { groups[group(to)] = group(edges[index].from) }
        }
        for index in edges.indices where !edges[index].ranks {
            guard let to = edges[index].to, group(to) != group(edges[index].from) else { continue }
            edges[index].ranks = true
            groups[group(to)] = group(edges[index].from)
        }
    }
}

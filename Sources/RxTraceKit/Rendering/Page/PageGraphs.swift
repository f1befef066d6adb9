/// The graphs of a page, of the operators and of the internals: boxes, edges with their calls, and where all is drawn in a narrow, a middling
/// and a wide place.
struct PageGraphs {
    /// How wide the drawings are to be: for a telephone, a half of a small screen, a half of a large one.
    private static let widths = [350.0, 560, 800]
    /// The most boxes; above that, all of one type are one.
    static let boxLimit = 100
    /// Above so many calls the graph of the internals is left out: nobody finds anything in it.
    private static let mostCalls = 100_000

    private let pictures: [GraphPicture]
    /// Of nodes and calls, how many the page holds.
    private let nodeCount: Int
    private let callCount: Int
    private let ways: [PageChains.Way]

    /// - Parameters:
    ///   - operators: the graph of the operators.
    ///   - nodes: how many of the nodes the page holds.
    ///   - calls: how many of the calls.
    ///   - ways: the page's, whose calls the edges need not have again.
    init(_ picture: PicturedTrace, operators: GraphPicture, nodes: Int, calls: Int, ways: [PageChains.Way]) {
        (nodeCount, callCount, self.ways) = (nodes, calls, ways)
        let hasInternals = picture.trace.calls.count <= Self.mostCalls
        pictures =
            [operators] + (hasInternals ? [GraphPicture(picture, zoom: .internals, limit: Self.boxLimit)] : [])
    }

    func write(_ json: InertJSON) throws {
        try json.array(pictures) { picture in
            try json.output.write(literal: "{")
            try json.key("notes", isFirst: true)
            try json.array(picture.title.dropFirst(), json.string)
            try json.key("threads")
            try json.array(picture.threads, json.string)
            try json.key("legend")
            try json.array(picture.legend.entries) { entry in
                try json.array([Self.word(for: entry.kind), entry.words], json.string)
            }
            try json.key("numbers")
            try json.string(picture.legend.numbers ?? "")
            try json.key("lines")
            try json.array(picture.boxes) { try json.array($0.lines, json.string) }
            try json.key("looks")
            try json.array(picture.boxes) { try json.string(Self.word(for: $0.look)) }
            try json.key("boxOfNode")
            try json.column(picture.boxOfNode.prefix(nodeCount).map { $0.map { $0 + 1 } ?? 0 })
            try json.key("boxOfSubscription")
            try json.column(picture.boxOfSubscription.map { $0.map { $0 + 1 } ?? 0 })
            try writeEdges(of: picture, json)
            try json.key("drawings")
            try json.array(Self.drawings(of: picture)) { try write($0, json) }
            try json.output.write(literal: "}")
        }
    }

    /// Of those that come out alike, one is enough.
    private static func drawings(of picture: GraphPicture) -> [GraphDrawing] {
        var drawings: [GraphDrawing] = []
        for width in widths {
            let drawing = GraphDrawing(picture, limit: width)
            if drawings.last?.width != drawing.width { drawings.append(drawing) }
        }
        return drawings
    }

    private func writeEdges(of picture: GraphPicture, _ json: InertJSON) throws {
        var calls = Array(repeating: [Int](), count: picture.edges.count)
        for step in picture.steps where step.call < callCount { calls[step.edge].append(step.call) }
        let shared = EdgeCalls.of(picture.edges, calls, ways: ways, callCount: callCount)
        try json.key("edges")
        try json.array(zip(picture.edges, shared)) { edge, calls in
            try json.output.write(literal: "{")
            try json.key("from", isFirst: true)
            try json.output.write(edge.from)
            try json.key("to")
            try json.output.write(edge.to ?? -1)
            try json.key("kind")
            try json.string(Self.word(for: edge.kind))
            try json.key("label")
            try json.string(edge.label)
            try json.key("threads")
            try json.numbers(edge.threads)
            try json.key("ways")
            try json.numbers(calls.ways)
            // Each as the distance from the one before.
            try json.key("calls")
            try json.column(zip(calls.others, [0] + calls.others).map { $0.0 - $0.1 })
            try json.output.write(literal: "}")
        }
    }

    private func write(_ drawing: GraphDrawing, _ json: InertJSON) throws {
        func tenths(_ value: Double) -> Int { Int((value * 10).rounded()) }
        try json.output.write(literal: "{")
        try json.key("size", isFirst: true)
        try json.numbers([tenths(drawing.width), tenths(drawing.height)])
        try json.key("boxes")
        try json.numbers(drawing.boxes.flatMap { [tenths($0.x), tenths($0.y), tenths($0.width), tenths($0.height)] })
        try json.key("lines")
        try json.array(drawing.lines) { line in try json.numbers(line.flatMap { [tenths($0.x), tenths($0.y)] }) }
        try json.key("labels")
        try json.array(drawing.labels) { label in
            try json.output.write(literal: "{")
            try json.key("at", isFirst: true)
            try json.numbers(label.map { [tenths($0.x), tenths($0.y)] } ?? [])
            try json.key("words")
            try json.array(label?.lines ?? []) { try json.string($0.text) }
            try json.key("errors")
            try json.numbers((label?.lines ?? []).map { $0.isError ? 1 : 0 })
            try json.output.write(literal: "}")
        }
        try json.output.write(literal: "}")
    }

    private static func word(for kind: GraphEdges.Kind?) -> String { kind.map { "\($0)" } ?? "note" }

    private static func word(for look: GraphPicture.Look) -> String {
        switch look {
        case .role(let role): role.name
        case .subscription(let isLive): isLive ? "subscription open" : "subscription"
        case .code: "code"
        case .note: "note"
        }
    }
}

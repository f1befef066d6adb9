/// Draws the operators of a trace and the ways of its events in text, from the sources down.
///
/// ```
/// ●  of  samples/MapFilter.swift:8
/// ↓  next 1, 2, 3, completed
/// ●  map  samples/MapFilter.swift:9
/// ```
package struct ChainGraphRenderer: TraceRenderer {
    package var width: Int
    package var isASCII: Bool
    package var usesColor: Bool

    package init(width: Int = 80, isASCII: Bool = false, usesColor: Bool = false) {
        self.width = width
        self.isASCII = isASCII
        self.usesColor = usesColor
    }

    package func render(_ source: any TraceSource, to output: TextOutput) throws {
        let picture = GraphPicture(try PicturedTrace(source), zoom: .operators, limit: 200)
        let style: BranchStyle = isASCII ? .ascii : .unicode
        let edges = picture.edges.filter { edge in
            switch edge.kind {
            case .event, .drop: true
            // Who was subscribed and sent nothing is a part of the chain as well.
            case .subscribe:
                !picture.edges.contains { $0.kind == .event && $0.from == edge.to && $0.to == edge.from }
            default: false
            }
        }
        let ways = edges.map { edge in
            edge.kind == .subscribe
                ? LaneGraph.Edge(from: edge.to ?? edge.from, to: edge.from, label: "subscribed, sent nothing")
                : LaneGraph.Edge(
                    from: edge.from, to: edge.to, label: edge.to == nil ? "\(edge.label), lost" : edge.label)
        }
        let used = Set(ways.flatMap { [$0.from, $0.to].compactMap { $0 } }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($0.element, $0.offset) })
        let graph = LaneGraph(
            used.map { picture.boxes[$0].lines.joined(separator: "  ") },
            edges: ways.compactMap { way in
                numbers[way.from].map { LaneGraph.Edge(from: $0, to: way.to.flatMap { numbers[$0] }, label: way.label) }
            }, isASCII: isASCII)
        guard !used.isEmpty else { return try output.write("No event passed between operators.\n") }
        for drawn in graph.lines {
            var line = TreeLine()
            line.add(drawn.lanes, .note)
            switch drawn.style {
            case .node: line.add(drawn.text, .event, minimum: 12)
            case .edge: line.add(drawn.text, .value, minimum: 12)
            case .lost: line.add(drawn.text, .error, minimum: 12)
            }
            try line.write(to: output, width: width, ellipsis: style.ellipsis, usesColor: usesColor)
        }
    }
}

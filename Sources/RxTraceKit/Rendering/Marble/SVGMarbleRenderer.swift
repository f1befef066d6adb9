/// Draws the marble diagrams of ``MarbleRenderer`` as SVG.
public struct SVGMarbleRenderer: TraceRenderer, Sendable {
    /// Whether marbles stand by time rather than by moments.
    public var axis: MarbleRenderer.Axis

    private static let rowHeight = 40.0
    private static let step = 44.0
    private static let mostRows = 400
    /// A longer diagram is a little wider than browsers like.
    private static let mostMoments = 500

    public init(axis: MarbleRenderer.Axis = .moments) {
        self.axis = axis
    }

    public func render(_ trace: Trace, to output: TextOutput) throws {
        let marbles = Marbles(trace)
        var left = Self.mostRows
        let diagrams = marbles.diagrams.filter { diagram in
            left -= diagram.rows.count
            return left >= 0
        }
        let names = diagrams.flatMap(\.rows).map { SVGText.width($0.name, size: 12) }
        let margin = 24 + (names.max() ?? 0) + 16
        let widest = diagrams.map { moments(of: $0).count }.max() ?? 0
        let width = margin + Double(min(widest, Self.mostMoments)) * Self.step + 60
        let height = diagrams.reduce(48.0) { $0 + 34 + Double(max(1, $1.rows.count)) * Self.rowHeight }
        let title = TerminalText.escaped(trace.scenario.isEmpty ? "trace" : trace.scenario)
        try output.write(SVGText.head(width: width, height: height, title: title))
        try write(title, 24, 26, 15, "#222222", to: output)
        if diagrams.count < marbles.diagrams.count {
            let count = Count.of(marbles.diagrams.count - diagrams.count, "more diagram")
            try write("\(count) left out", 200, 26, 11, GraphColors.lost, to: output)
        }
        var top = 48.0
        for diagram in diagrams {
            try write(diagram.title, 24, top + 16, 12, "#445566", to: output)
            top += 34
            try draw(diagram, top: top, margin: margin, width: width, to: output)
            top += Double(max(1, diagram.rows.count)) * Self.rowHeight
        }
        try output.write("</svg>\n")
    }

    private func moments(of diagram: Marbles.Diagram) -> [Int] {
        Set(diagram.rows.flatMap(\.marbles).map(\.moment)).sorted()
    }

    private func draw(
        _ diagram: Marbles.Diagram, top: Double, margin: Double, width: Double, to output: TextOutput
    ) throws {
        let moments = moments(of: diagram)
        let shown = moments.prefix(Self.mostMoments)
        let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($0.element, Double($0.offset)) })
        let times = diagram.rows.flatMap(\.marbles).map(\.time)
        let (first, last) = (times.min() ?? 0, times.max() ?? 0)
        let length = Double(max(1, shown.count) - 1) * Self.step
        func x(_ marble: Marbles.Marble) -> Double? {
            guard let place = places[marble.moment] else { return nil }
            guard axis == .time, last > first else { return margin + 24 + place * Self.step }
            return margin + 24 + Double(marble.time - first) / Double(last - first) * length
        }
        for (index, row) in diagram.rows.enumerated() {
            let y = top + Double(index) * Self.rowHeight + 14
            try write(row.name, 24, y + 4, 12, "#222222", to: output)
            let end = row.marbles.first { $0.kind != .next && !$0.isLost }.flatMap(x) ?? width - 30
            try line(margin, y, end, y, "#556677", to: output)
            var used: [Int: Double] = [:]
            for marble in row.marbles {
                guard let place = x(marble) else { continue }
                // Several in one moment stand side by side.
                let shift = used[marble.moment, default: 0]
                used[marble.moment] = shift + 12
                try draw(marble, place + shift, y, to: output)
            }
        }
        if moments.count > shown.count {
            let text = "… \(Count.of(moments.count - shown.count, "more moment"))"
            try write(text, margin + Double(shown.count) * Self.step, top, 11, GraphColors.lost, to: output)
        }
    }

    private func draw(_ marble: Marbles.Marble, _ x: Double, _ y: Double, to output: TextOutput) throws {
        switch marble.kind {
        case .completed: try line(x, y - 11, x, y + 11, "#222222", to: output)
        case .error:
            try line(x - 8, y - 8, x + 8, y + 8, GraphColors.lost, to: output)
            try line(x - 8, y + 8, x + 8, y - 8, GraphColors.lost, to: output)
        case .next:
            let fill = marble.isLost ? "#ffffff" : "#ffe3c4"
            try output.write(
                "<circle cx=\"\(SVGText.number(x))\" cy=\"\(SVGText.number(y))\" r=\"13\" fill=\"\(fill)\" "
                    + "stroke=\"\(marble.isLost ? GraphColors.lost : "#556677")\"/>\n")
            guard let value = marble.value else { return }
            let text = TerminalText.shortenedInMiddle(TerminalText.escaped(value), to: 8, ellipsis: "…")
            try output.write(
                "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y + 3))\" font-size=\"8\" fill=\"#222222\" "
                    + "text-anchor=\"middle\"><title>\(SVGText.escaped(value))</title>\(SVGText.escaped(text))</text>\n"
            )
        }
    }

    private func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, to output: TextOutput
    ) throws {
        try output.write(
            "<path d=\"M\(SVGText.number(x1)) \(SVGText.number(y1))L\(SVGText.number(x2)) \(SVGText.number(y2))\" "
                + "stroke=\"\(color)\" stroke-width=\"1.6\"/>\n")
    }

    private func write(
        _ text: String, _ x: Double, _ y: Double, _ size: Double, _ color: String, to output: TextOutput
    ) throws {
        try output.write(
            "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" font-size=\"\(SVGText.number(size))\" "
                + "fill=\"\(color)\">\(SVGText.escaped(text))</text>\n")
    }
}

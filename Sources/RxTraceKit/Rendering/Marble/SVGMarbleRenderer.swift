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
        try render(TraceInMemory(trace), to: output)
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let picture = try PicturedTrace(source)
        let marbles = Marbles(picture)
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
        try output.write(SVGText.head(width: width, height: height, title: picture.title))
        try write(picture.title, 24, 26, 15, "#222222", to: output)
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
            try output.write("<g>\n")
            try write(row.name, 24, y + 4, 12, "#222222", to: output)
            let end = row.marbles.first { $0.event.kind != .next && !$0.isLost }.flatMap(x) ?? width - 30
            try path([(margin, y), (end, y)], "#556677", "rail", to: output)
            var used: [Int: Double] = [:]
            for marble in row.marbles {
                guard let place = x(marble) else { continue }
                // Several in one moment stand side by side.
                let shift = used[marble.moment, default: 0]
                used[marble.moment] = shift + 12
                try draw(marble, place + shift, y, to: output)
            }
            try output.write("</g>\n")
        }
        if moments.count > shown.count {
            let text = "… \(Count.of(moments.count - shown.count, "more moment"))"
            try write(text, margin + Double(shown.count) * Self.step, top, 11, GraphColors.lost, to: output)
        }
    }

    private func draw(_ marble: Marbles.Marble, _ x: Double, _ y: Double, to output: TextOutput) throws {
        let name = marble.isLost ? "lost" : marble.event.kind.name
        switch marble.event.kind {
        case .completed:
            try path([(x, y - 11), (x, y + 11)], marble.isLost ? GraphColors.lost : "#222222", name, to: output)
        case .error:
            try path(
                [(x - 8, y - 8), (x + 8, y + 8), (x - 8, y + 8), (x + 8, y - 8)], GraphColors.lost, name, to: output)
        case .next:
            let (fill, border) = marble.isLost ? ("#ffffff", GraphColors.lost) : ("#ffe3c4", "#556677")
            try output.write(
                "<circle class=\"\(name)\" cx=\"\(SVGText.number(x))\" cy=\"\(SVGText.number(y))\" r=\"13\" "
                    + "fill=\"\(fill)\" stroke=\"\(border)\"/>\n")
            guard let value = marble.event.value else { return }
            let text = TerminalText.shortenedInMiddle(TerminalText.escaped(value), to: 8, ellipsis: "…")
            try output.write(
                "<text x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y + 3))\" font-size=\"8\" fill=\"#222222\" "
                    + "text-anchor=\"middle\"><title>\(SVGText.escaped(value))</title>\(SVGText.escaped(text))</text>\n"
            )
        }
    }

    /// Strokes from each first point to the one after it.
    private func path(
        _ points: [SVGGraph.Point], _ color: String, _ name: String, to output: TextOutput
    ) throws {
        let strokes = points.enumerated().map { index, point in
            "\(index % 2 == 0 ? "M" : "L")\(SVGText.number(point.x)) \(SVGText.number(point.y))"
        }
        try output.write(
            "<path class=\"\(name)\" d=\"\(strokes.joined())\" stroke=\"\(color)\" stroke-width=\"1.6\"/>\n")
    }

    private func write(
        _ text: String, _ x: Double, _ y: Double, _ size: Double, _ color: String, to output: TextOutput
    ) throws {
        try output.write(SVGText.text(text, x, y, size: size, color: color))
    }
}

/// Draws the marble diagrams of ``MarbleRenderer`` as SVG; a marble has its whole value as a tooltip.
public struct SVGMarbleRenderer: TraceRenderer, Sendable {
    /// Whether marbles stand by time rather than by moments.
    public var axis: MarbleRenderer.Axis
    /// Whether a few of many that are alike are drawn: see ``MarbleRenderer/folds``.
    public var folds: Bool

    private static let rowHeight = 36.0
    /// A longer diagram is a little wider than browsers like.
    private static let mostMoments = 500
    private static let letter = 10.0

    /// Makes a renderer.
    public init(axis: MarbleRenderer.Axis = .moments, folds: Bool = true) {
        self.axis = axis
        self.folds = folds
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let picture = try PicturedTrace(source)
        let marbles = Marbles(picture, folds: folds)
        let diagrams = marbles.diagrams
        let names = diagrams.flatMap(\.rows).map { SVGText.width(Self.short($0.title, 32), size: 12) }
        let margin = 24 + (names.max() ?? 0) + 20
        let columns = diagrams.map { Columns($0, axis: axis, most: Self.mostMoments) }
        let lost = (diagrams.flatMap { $0.lost.prefix(Self.mostLost) } + marbles.lost.prefix(Self.mostLost)).map(
            Self.line)
        let titles =
            diagrams.map { SVGText.width($0.title, size: 12) }
            + (diagrams.compactMap(\.more) + marbles.more).map { SVGText.width($0, size: 11) }
            + lost.map { SVGText.width($0, size: 11) }
        let width = max(margin + (columns.map(\.width).max() ?? 0) + 40, 24 + (titles.max() ?? 0)) + 24
        var notes = picture.missing
        if let emptiness = marbles.emptiness { notes.append(emptiness) }
        notes += marbles.more
        let head = 44 + Double(notes.count) * 16
        let height = diagrams.reduce(head + Self.height(of: marbles.lost)) {
            $0 + 34 + Double(max(1, $1.rows.count)) * Self.rowHeight + ($1.more == nil ? 0 : Self.moreHeight)
                + Self.height(of: $1.lost)
        }
        try output.write(SVGText.head(width: width, height: height, title: picture.title))
        try output.write(SVGText.text(picture.title, 24, 28, size: 15))
        for (index, note) in notes.enumerated() {
            try output.write(SVGText.text(note, 24, 46 + Double(index) * 16, size: 11, color: GraphColors.lost))
        }
        var top = head
        for (diagram, columns) in zip(diagrams, columns) {
            try output.write(SVGText.text(diagram.title, 24, top + 14, size: 12, color: "#445566"))
            top += 34
            for (index, row) in diagram.rows.enumerated() {
                try write(row, columns, margin, width - 24, top + Double(index) * Self.rowHeight + 8, to: output)
            }
            if columns.left > 0 {
                let text = "… \(Count.of(columns.left, "more moment"))"
                try output.write(
                    SVGText.text(text, margin + columns.width - 60, top - 10, size: 11, color: GraphColors.lost))
            }
            top += Double(max(1, diagram.rows.count)) * Self.rowHeight
            if let more = diagram.more {
                try output.write(SVGText.text(more, 24, top + 4, size: 11, color: "#445566"))
                top += Self.moreHeight
            }
            top = try write(lost: diagram.lost, top, to: output)
        }
        _ = try write(lost: marbles.lost, top, to: output)
        try output.write("</svg>\n")
    }

    // MARK: Events that went nowhere

    /// The most of a diagram that are told of.
    private static let mostLost = 20
    private static let lostHeight = 16.0
    private static let moreHeight = 20.0

    private static func line(_ lost: Marbles.Lost) -> String { "✕ \(lost.event): \(lost.sentence)" }

    private static func height(of lost: [Marbles.Lost]) -> Double {
        lost.isEmpty ? 0 : Double(min(lost.count, mostLost + 1)) * lostHeight + 8
    }

    /// Answers where what comes next begins.
    private func write(lost: [Marbles.Lost], _ top: Double, to output: TextOutput) throws -> Double {
        var lines = lost.prefix(Self.mostLost).map(Self.line)
        if lost.count > Self.mostLost {
            lines.append("✕ \(Count.of(lost.count - Self.mostLost, "more event")) went nowhere")
        }
        for (index, line) in lines.enumerated() {
            let y = top + Double(index) * Self.lostHeight + 10
            try output.write(SVGText.text(line, 24, y, size: 11, color: GraphColors.lost))
        }
        return top + Self.height(of: lost)
    }

    // MARK: Rows

    private static func short(_ text: String, _ columns: Int) -> String {
        TerminalText.shortenedInMiddle(text, to: columns, ellipsis: "…")
    }

    private func write(
        _ row: Marbles.Row, _ columns: Columns, _ left: Double, _ right: Double, _ y: Double, to output: TextOutput
    ) throws {
        try output.write("<g>\n\(SVGText.text(Self.short(row.title, 32), 24, y + 4, size: 12))")
        let ending = row.ending.flatMap { columns.x[$0.moment] }.map { $0 + left }
        for life in row.lives { try write(life, columns, left, right, ending, y, to: output) }
        var used: [Int: Double] = [:]
        for marble in row.marbles {
            guard let x = columns.x[marble.moment] else { continue }
            // Several in one moment stand side by side.
            let shift = used[marble.moment, default: 0]
            used[marble.moment] = shift + Columns.width(of: marble)
            try write(marble, left + x + shift, y, to: output)
        }
        try output.write("</g>\n")
    }

    /// The time in which the row was subscribed, from its subscribe to its end.
    ///
    /// - Parameter ending: the place of the event that ended the row; nil where none did.
    private func write(
        _ life: Marbles.Life, _ columns: Columns, _ left: Double, _ right: Double, _ ending: Double?, _ y: Double,
        to output: TextOutput
    ) throws {
        let last = ending ?? right
        let begin = columns.left(of: life.begin).map { left + $0 } ?? left
        var end = life.end.flatMap { columns.left(of: $0) }.map { left + $0 } ?? last
        if !life.endsBetween, let moment = life.end, let right = columns.right(of: moment) { end = left + right }
        end = min(end, last)
        guard end > begin else { return }
        try path([(begin, y), (end, y)], "#556677", "rail", output)
        guard life.end != nil, end != ending || life.reason != nil else { return }
        try path([(end, y - 6), (end, y + 6)], "#556677", "end", output)
        guard let reason = life.reason else { return }
        try output.write(SVGText.text(TerminalText.escaped(reason), end + 4, y + 14, size: 9, color: "#556677"))
    }

    private func write(_ marble: Marbles.Marble, _ x: Double, _ y: Double, to output: TextOutput) throws {
        let name = marble.isLost ? "lost" : marble.event.kind.name
        switch marble.event.kind {
        case .completed:
            try path([(x, y - 11), (x, y + 11)], marble.isLost ? GraphColors.lost : "#222222", name, output)
        case .error:
            try path([(x - 8, y - 8), (x + 8, y + 8), (x - 8, y + 8), (x + 8, y - 8)], GraphColors.lost, name, output)
        case .next:
            let (fill, border) = marble.isLost ? ("#ffffff", GraphColors.lost) : ("#ffe3c4", "#556677")
            let width = Columns.width(of: marble) - 8
            try output.write(
                "<rect class=\"\(name)\" x=\"\(SVGText.number(x - 11))\" y=\"\(SVGText.number(y - 11))\" "
                    + "width=\"\(SVGText.number(width))\" height=\"22\" rx=\"11\" fill=\"\(fill)\" stroke=\"\(border)\"/>\n"
            )
            let text = Columns.text(of: marble)
            guard !text.isEmpty else { return }
            try output.write(
                "<text x=\"\(SVGText.number(x - 11 + width / 2))\" y=\"\(SVGText.number(y + 3.5))\" "
                    + "font-size=\"\(SVGText.number(Self.letter))\" fill=\"#222222\" text-anchor=\"middle\"><title>"
                    + "\(SVGText.escaped(marble.event.value ?? ""))</title>\(SVGText.escaped(text))</text>\n")
        }
    }

    /// Strokes from each first point to the one after it.
    private func path(_ points: [SVGGraph.Point], _ color: String, _ name: String, _ output: TextOutput) throws {
        let strokes = points.enumerated().map { index, point in
            "\(index % 2 == 0 ? "M" : "L")\(SVGText.number(point.x)) \(SVGText.number(point.y))"
        }
        try output.write(
            "<path class=\"\(name)\" d=\"\(strokes.joined())\" stroke=\"\(color)\" stroke-width=\"1.6\"/>\n")
    }

    /// The places of a diagram's moments, from the left of its rails.
    private struct Columns {
        /// By moment; a marble's own place is 11 within it.
        var x: [Int: Double] = [:]
        var width = 0.0
        /// How many moments are not drawn.
        var left = 0

        init(_ diagram: Marbles.Diagram, axis: MarbleRenderer.Axis, most: Int) {
            var widths: [Int: Double] = [:]
            var starts: [Int: UInt64] = [:]
            for row in diagram.rows {
                var own: [Int: Double] = [:]
                for marble in row.marbles {
                    own[marble.moment, default: 0] += Self.width(of: marble)
                    starts[marble.moment] = min(marble.time, starts[marble.moment] ?? .max)
                }
                widths.merge(own) { max($0, $1) }
            }
            let moments = widths.keys.sorted()
            left = max(0, moments.count - most)
            let (first, last) = (starts.values.min() ?? 0, starts.values.max() ?? 0)
            let length = widths.values.reduce(0, +) * 1.5
            var next = 20.0
            for moment in moments.prefix(most) {
                if axis == .time, last > first {
                    // Where moments would cover each other, they stand side by side.
                    next = max(next, 20 + Double((starts[moment] ?? first) - first) / Double(last - first) * length)
                }
                x[moment] = next
                next += widths[moment] ?? 0
            }
            width = next
        }

        /// Where a moment begins, or the first that is drawn after it; nil where none is.
        func left(of moment: Int) -> Double? {
            guard let next = x.keys.filter({ $0 >= moment }).min(), let place = x[next] else { return nil }
            return next == x.keys.min() ? 0 : place - 14
        }

        /// Where a moment ends; nil where it is not drawn.
        func right(of moment: Int) -> Double? {
            guard x[moment] != nil else { return left(of: moment) }
            return x.keys.filter { $0 > moment }.min().flatMap { x[$0] }.map { $0 - 16 }
        }

        static func text(of marble: Marbles.Marble) -> String {
            guard let value = marble.event.value else { return "" }
            return value.isEmpty ? "\"\"" : SVGMarbleRenderer.short(TerminalText.escaped(value), 16)
        }

        static func width(of marble: Marbles.Marble) -> Double {
            marble.event.kind == .next ? max(22, SVGText.width(text(of: marble), size: letter) + 12) + 8 : 24
        }
    }
}

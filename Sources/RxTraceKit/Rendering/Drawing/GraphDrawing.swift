/// Where everything of a graph's picture is drawn: the one layout of the svg, the page and the positions of dot.
struct GraphDrawing {
    typealias Point = EdgeRoutes.Point

    /// Sizes of letters and lines, in units of the drawing.
    static let letter = 11.5
    static let line = 14.0
    /// Bold letters are so much wider.
    private static let bold = 1.08
    static let labelLetter = 10.0
    static let labelLine = 12.0
    /// From the line to its label, and from the border of a box to a loop at it.
    private static let besideLine = 6.0
    private static let loop = 14.0

    /// A box by its middle.
    struct Frame {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    struct Label {
        /// Its left upper corner.
        var x: Double
        var y: Double
        var lines: [GraphLabel.Line]
    }

    private(set) var boxes: [Frame] = []
    /// For each edge, its line from the box it leaves to the one it goes to.
    private(set) var lines: [[Point]] = []
    /// For each edge, its label; nil where it has none.
    private(set) var labels: [Label?] = []
    private(set) var width: Double
    private(set) var height: Double

    private let picture: GraphPicture

    /// - Parameter limit: how wide it should be; infinite for as wide as it comes out.
    init(_ picture: GraphPicture, limit: Double = .infinity) {
        self.picture = picture
        let columns = limit < 500 ? 22 : 32
        let texts = picture.edges.map { $0.words.lines(of: columns) }
        let loops = picture.edges.indices.filter { picture.edges[$0].to == picture.edges[$0].from }
        // Events that went nowhere end at a place of their own.
        var sizes = picture.boxes.map { Self.size(ofBox: $0.lines) }
        let cores = sizes
        for edge in loops {
            let box = picture.edges[edge].from
            let label = Self.size(of: texts[edge])
            sizes[box].width = max(sizes[box].width, cores[box].width + Self.loop + Self.besideLine + label.width)
        }
        var laid: [(edge: Int, end: Int)] = []
        var edges: [LayeredGraph.Edge] = []
        for (index, edge) in picture.edges.enumerated() where edge.to != edge.from {
            if edge.to == nil { sizes.append(LayeredGraph.Size(width: 14, height: 14)) }
            let end = edge.to ?? sizes.count - 1
            laid.append((index, end))
            var size = Self.size(of: texts[index])
            if size.width > 0 { size.width += Self.besideLine + 4 }
            edges.append(
                LayeredGraph.Edge(
                    upper: edge.isBackward ? end : edge.from, lower: edge.isBackward ? edge.from : end, label: size,
                    ranks: edge.ranks))
        }
        let layout = LayeredLayout(sizes, edges: edges, limit: limit)
        let routes = EdgeRoutes(
            layout,
            ports: sizes.indices.map { box in
                let left = layout.places[box].x - sizes[box].width / 2
                guard box < cores.count else { return left + 7...left + 7 }
                let inset = min(10, cores[box].width / 2)
                return left + inset...left + cores[box].width - inset
            })
        (width, height) = (layout.width, routes.height)
        boxes = cores.enumerated().map { box, size in
            let left = layout.places[box].x - sizes[box].width / 2
            return Frame(x: left + size.width / 2, y: routes.middle(box), width: size.width, height: size.height)
        }
        lines = Array(repeating: [], count: picture.edges.count)
        labels = Array(repeating: nil, count: picture.edges.count)
        for (index, (edge, _)) in laid.enumerated() {
            let way = layout.ways[index]
            let isDown = way.upper == picture.edges[edge].from
            lines[edge] = isDown ? routes.lines[index] : routes.lines[index].reversed()
            guard !texts[edge].isEmpty else { continue }
            labels[edge] = Label(
                x: routes.layout.line(way.label) + Self.besideLine, y: routes.top(way.label), lines: texts[edge])
        }
        addLoops(loops, texts)
    }

    /// Short ones, at the right border of their box.
    private mutating func addLoops(_ loops: [Int], _ texts: [[GraphLabel.Line]]) {
        var counts: [Int: Int] = [:]
        for edge in loops {
            let box = picture.edges[edge].from
            let frame = boxes[box]
            let number = counts[box, default: 0]
            counts[box] = number + 1
            let right = frame.x + frame.width / 2
            let reach = right + Self.loop - 4
            let y = frame.y - frame.height / 4 + Double(number) * 4
            lines[edge] = [
                (right, y), (reach, y), (reach, frame.y + frame.height / 4), (right, frame.y + frame.height / 4),
            ]
            guard !texts[edge].isEmpty else { continue }
            let height = Double(texts[edge].count) * Self.labelLine
            labels[edge] = Label(
                x: right + Self.loop, y: frame.y - height / 2 + Double(number) * Self.labelLine, lines: texts[edge])
        }
    }

    /// The first line is bold on the page, and wider.
    private static func size(ofBox lines: [String]) -> LayeredGraph.Size {
        let around = (width: 18.0, height: 10.0)
        var size = size(of: lines, letter: letter, line: line, around: around)
        size.width = max(size.width, SVGText.width(lines.first ?? "", size: letter * bold) + around.width)
        return size
    }

    /// Where the label of an edge is, with its words.
    static func size(of label: [GraphLabel.Line]) -> LayeredGraph.Size {
        size(of: label.map(\.text), letter: labelLetter, line: labelLine, around: (0, 0))
    }

    private static func size(
        of lines: [String], letter: Double, line: Double, around: (width: Double, height: Double)
    ) -> LayeredGraph.Size {
        guard !lines.isEmpty else { return LayeredGraph.Size(width: 0, height: 0) }
        return LayeredGraph.Size(
            width: (lines.map { SVGText.width($0, size: letter) }.max() ?? 0) + around.width,
            height: Double(lines.count) * line + around.height)
    }
}

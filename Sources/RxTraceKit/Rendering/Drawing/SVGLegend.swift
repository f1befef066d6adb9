/// What the lines of a drawing say, in rows below its title: the kinds of edges, and the threads where there are several.
struct SVGLegend {
    private static let letter = 10.5
    static let row = 17.0
    private static let sample = 24.0

    private struct Item {
        var words: String
        var color: String
        /// How its line is drawn; nil for words alone.
        var stroke: String?
        var isDiamond = false
        var row = 0
        var x = 0.0

        var width: Double { SVGText.width(words, size: SVGLegend.letter) + (stroke == nil ? 0 : SVGLegend.sample + 5) }
    }

    private var items: [Item] = []

    /// - Parameter room: how wide the rows may be; a single one may be wider.
    init(_ picture: GraphPicture, room: Double) {
        let alike = picture.legend.joined { Self.stroke($0, $1) }
        items = alike.map { entry in
            let color = SVGGraph.color(of: entry.kind, thread: nil)
            return Item(
                words: entry.words, color: color, stroke: SVGGraph.style(of: entry.kind),
                isDiamond: entry.kind == .insert)
        }
        if let numbers = picture.legend.numbers { items.append(Item(words: numbers, color: "#444444")) }
        if picture.threads.count > 1 {
            for (place, name) in picture.threads.enumerated() {
                items.append(
                    Item(words: "━ \(name)", color: GraphColors.thread(place), row: place == 0 ? 1 : 0))
            }
        }
        place(within: room)
    }

    private static func stroke(_ one: GraphEdges.Kind?, _ other: GraphEdges.Kind?) -> Bool {
        (one == .insert) == (other == .insert) && SVGGraph.style(of: one) == SVGGraph.style(of: other)
            && SVGGraph.color(of: one, thread: nil) == SVGGraph.color(of: other, thread: nil)
    }

    /// Those of threads begin a row.
    private mutating func place(within room: Double) {
        var (x, row) = (0.0, 0)
        for index in items.indices {
            if x > 0, items[index].row > 0 || x + items[index].width > room { (x, row) = (0, row + 1) }
            (items[index].x, items[index].row) = (x, row)
            x += items[index].width + 16
        }
    }

    var width: Double { items.map { $0.x + $0.width }.max() ?? 0 }
    var height: Double { items.isEmpty ? 0 : Double((items.last?.row ?? 0) + 1) * Self.row }

    /// - Parameters:
    ///   - left: where the rows begin.
    ///   - top: that of the first row.
    func write(left: Double, top: Double, to output: TextOutput) throws {
        for item in items {
            let (x, y) = (left + item.x, top + Double(item.row) * Self.row + 11)
            var start = x
            if let stroke = item.stroke {
                let end = x + Self.sample - (item.isDiamond ? 10 : 0)
                let level = SVGText.number(y - 4)
                try output.write(
                    "<line x1=\"\(SVGText.number(x))\" y1=\"\(level)\" x2=\"\(SVGText.number(end))\" y2=\"\(level)\" "
                        + "stroke=\"\(item.color)\" \(stroke)/>\n")
                if item.isDiamond {
                    try output.write(
                        "<path d=\"M\(SVGText.number(end)) \(SVGText.number(y - 4))l5 -3.5l5 3.5l-5 3.5Z\" "
                            + "fill=\"#ffffff\" stroke=\"\(item.color)\" stroke-width=\"0.8\"/>\n")
                }
                start += Self.sample + 5
            }
            try output.write(SVGText.text(item.words, start, y, size: Self.letter, color: item.color))
        }
    }
}

/// The edges that are drawn at the right border of their box rather than between boxes: loops, and events that went nowhere.
struct EdgesBeside {
    private static let loop = 14.0
    private static let stub = 16.0
    /// The room of a cross.
    private static let cross = 14.0
    private static let gap = 4.0

    private struct One {
        var edge: Int
        var label: LayeredGraph.Size
        var isLoop: Bool

        var reach: Double { isLoop ? EdgesBeside.loop : EdgesBeside.stub + EdgesBeside.cross }
        var width: Double { reach + GraphDrawing.besideLine + label.width }
        var height: Double { max(label.height, isLoop ? 18 : EdgesBeside.cross) }
    }

    /// How an edge is drawn.
    struct Drawn {
        var edge: Int
        var line: [GraphDrawing.Point]
        /// The left upper corner of its label.
        var label: GraphDrawing.Point
    }

    private var ofBoxes: [Int: [One]] = [:]
    private var edges: Set<Int> = []

    /// - Parameters:
    ///   - texts: of each edge, the lines of its label.
    ///   - limit: an event that went nowhere is beside its box where both have so much room.
    init(
        _ edges: [GraphPicture.Edge], _ texts: [[GraphLabel.Line]], boxes: [LayeredGraph.Size], limit: Double
    ) {
        for (index, edge) in edges.enumerated() where edge.to == nil || edge.to == edge.from {
            let one = One(edge: index, label: GraphDrawing.size(of: texts[index]), isLoop: edge.to != nil)
            guard one.isLoop || boxes[edge.from].width + one.width <= limit else { continue }
            ofBoxes[edge.from, default: []].append(one)
            self.edges.insert(index)
        }
    }

    func contains(_ edge: Int) -> Bool { edges.contains(edge) }

    /// By box, how much room its edges need to the right of it, and how high they are together.
    var widths: [Int: Double] { ofBoxes.mapValues { $0.map(\.width).max() ?? 0 } }
    var heights: [Int: Double] { ofBoxes.mapValues(Self.height) }

    private static func height(_ all: [One]) -> Double {
        all.reduce(0) { $0 + $1.height } + Double(all.count - 1) * gap
    }

    /// The edges at a box, from the top down.
    func drawn(at frame: GraphDrawing.Frame, _ box: Int) -> [Drawn] {
        let all = ofBoxes[box] ?? []
        var top = frame.y - Self.height(all) / 2
        return all.map { one in
            let middle = top + one.height / 2
            top += one.height + Self.gap
            let right = frame.x + frame.width / 2
            let half = min(frame.height / 4, one.height / 2)
            let line: [GraphDrawing.Point] =
                one.isLoop
                ? [
                    (right, middle - half), (right + Self.loop - 4, middle - half),
                    (right + Self.loop - 4, middle + half), (right, middle + half),
                ] : [(right, middle), (right + Self.stub, middle)]
            let label = (right + one.reach + GraphDrawing.besideLine, middle - one.label.height / 2)
            return Drawn(edge: one.edge, line: line, label: label)
        }
    }
}

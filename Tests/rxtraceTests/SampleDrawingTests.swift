import RxTraceSamples
import Testing

@testable import RxTraceKit

/// The graph of each sample as the svg and the page draw it, in every width: all of it lies within, no label is on
/// anything, and no line crosses a label or a box.
@Suite(.timeLimit(.generous)) struct SampleDrawingTests {
    private struct Area {
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double

        func meets(_ other: Area, by depth: Double = 0.5) -> Bool {
            left + depth < other.right && other.left + depth < right && top + depth < other.bottom
                && other.top + depth < bottom
        }
    }

    @Test(arguments: Samples.some)
    func nothingCoversAnythingElse(sample: Scenario) throws {
        let source = TraceInMemory(try TraceReader.read(contentsOf: SampleRun.of(sample.name).path))
        let picture = try PicturedTrace(source)
        for zoom in [Zoom.operators, .internals] {
            let graph = GraphPicture(picture, zoom: zoom, limit: 100)
            for limit in [350, 560, 800, Double.infinity] {
                let faults = Self.faults(of: GraphDrawing(graph, limit: limit), graph)
                #expect(faults.isEmpty, "zoom \(zoom), \(limit) wide: \(faults.prefix(3)) of \(faults.count)")
            }
        }
    }

    /// Each edge that the order of events numbers says its number, and later ones have higher numbers.
    @Test(arguments: Samples.some)
    func edgesAreNumbered(sample: Scenario) throws {
        let source = TraceInMemory(try TraceReader.read(contentsOf: SampleRun.of(sample.name).path))
        let graph = GraphPicture(try PicturedTrace(source), zoom: .operators, limit: 100)
        let drawing = GraphDrawing(graph, limit: 560)
        var last = 0
        for (index, edge) in graph.edges.enumerated() where edge.kind != nil {
            let number = drawing.labels[index]?.lines.first.flatMap { Int($0.text.prefix(while: \.isNumber)) }
            #expect((number ?? 0) > last)
            last = number ?? last
        }
        // What a place is wide enough for is no wider than it.
        #expect(drawing.width <= 700, "\(drawing.width)")
    }

    private static func faults(of drawing: GraphDrawing, _ graph: GraphPicture) -> [String] {
        let boxes = drawing.boxes.map { box in
            Area(
                left: box.x - box.width / 2, top: box.y - box.height / 2, right: box.x + box.width / 2,
                bottom: box.y + box.height / 2)
        }
        let labels = drawing.labels.compactMap { label in
            label.map { label in
                let size = GraphDrawing.size(of: label.lines)
                return Area(left: label.x, top: label.y, right: label.x + size.width, bottom: label.y + size.height)
            }
        }
        let whole = Area(left: 0, top: 0, right: drawing.width, bottom: drawing.height)
        var faults: [String] = []
        for (index, area) in (boxes + labels).enumerated() {
            let isWithin =
                area.left >= -0.5 && area.top >= -0.5 && area.right <= whole.right + 0.5
                && area.bottom <= whole.bottom + 0.5
            if !isWithin { faults.append("\(area) outside of \(whole)") }
            if let other = (boxes + labels)[..<index].first(where: { area.meets($0) }) {
                faults.append("\(area) on \(other)")
            }
        }
        for (edge, points) in drawing.lines.enumerated() {
            for (one, other) in zip(points, points.dropFirst()) {
                let line = Area(
                    left: min(one.x, other.x) - 0.3, top: min(one.y, other.y) - 0.3,
                    right: max(one.x, other.x) + 0.3, bottom: max(one.y, other.y) + 0.3)
                if abs(one.x - other.x) > 0.6, abs(one.y - other.y) > 0.6 { faults.append("edge \(edge + 1) is askew") }
                // Lines end at borders.
                if boxes.contains(where: { line.meets($0, by: 1) }) { faults.append("edge \(edge + 1) through a box") }
                if labels.contains(where: { line.meets($0) }) { faults.append("edge \(edge + 1) through a label") }
            }
        }
        return faults
    }
}

/// Draws the graph of ``DOTRenderer`` as SVG by a layout of its own, where Graphviz is not at hand.
///
/// ```
/// rxtrace svg throttle-cell -o graph.svg
/// ```
public struct SVGGraphRenderer: TraceRenderer, Sendable {
    public var zoom: Zoom
    public var boxLimit: Int

    public init(zoom: Zoom = .operators, boxLimit: Int = 100) {
        self.zoom = zoom
        self.boxLimit = boxLimit
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        try SVGGraph(GraphPicture(try PicturedTrace(source), zoom: zoom, limit: boxLimit)).write(to: output)
    }
}

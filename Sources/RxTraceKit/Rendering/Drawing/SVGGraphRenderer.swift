/// Draws the graph of ``DOTRenderer`` as SVG by a layout of its own, where Graphviz is not at hand.
///
/// ```
/// rxtrace svg reused-cell-rx -o graph.svg
/// ```
public struct SVGGraphRenderer: TraceRenderer, Sendable {
    /// Whose calls are drawn.
    public var zoom: Zoom
    /// The most boxes; above that, all of one type are one.
    public var boxLimit: Int

    /// Makes a renderer.
    public init(zoom: Zoom = .operators, boxLimit: Int = 100) {
        self.zoom = zoom
        self.boxLimit = boxLimit
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        try SVGGraph(GraphPicture(try PicturedTrace(source), zoom: zoom, limit: boxLimit)).write(to: output)
    }
}

/// Renders a trace as one HTML file to look at: call tree, graph, marbles, timeline, findings, and a replay.
///
/// ```swift
/// try PageRenderer().render(TraceInMemory(trace), to: output)
/// ```
///
/// The file needs no network and nothing beside it. The trace is data in it, which no browser reads as markup or
/// script; the page's own script and style are named by their digests, and nothing else may run.
public struct PageRenderer: TraceSourceRenderer {
    /// The most calls a page holds; of a longer trace it holds the first ones, and says so.
    public static let usualLimit = 2_000_000

    /// Whether the lines of source around each place are put in.
    public var hasSource: Bool
    /// The most calls of a page; later ones are left out, and counted.
    public var limit: Int
    /// Where the source is read from.
    public var text: SourceText

    /// Makes a renderer of pages.
    public init(hasSource: Bool = true, limit: Int = PageRenderer.usualLimit, text: SourceText = SourceText()) {
        self.hasSource = hasSource
        self.limit = limit
        self.text = text
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let text = text.preferring(source.packedSource)
        try PageFrame().write(to: output) { output in
            try PageData(source, limit: limit, text: text, hasSource: hasSource).write(to: output)
        }
    }
}

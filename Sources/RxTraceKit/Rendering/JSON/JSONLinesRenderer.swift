/// Renders a trace as JSON Lines: the header, then every thread, node, subscription and call as an object of its own.
public struct JSONLinesRenderer: TraceSourceRenderer, Sendable {
    /// Whether `start` and `duration` of the calls are written; without them two runs can be compared.
    public var times: Bool

    /// Makes a renderer that writes times, or leaves them out.
    public init(times: Bool = true) {
        self.times = times
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        try JSONTraceWriter(layout: .lines, times: times).write(source, to: output)
    }
}

/// Renders a trace as the trace document: one JSON object, a row on each line.
public struct JSONRenderer: TraceSourceRenderer, Sendable {
    /// Whether `start` and `duration` of the calls are written; without them two runs can be compared.
    public var times: Bool

    /// Makes a renderer that writes times, or leaves them out.
    public init(times: Bool = true) {
        self.times = times
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        try JSONTraceWriter(layout: .document, times: times).write(source, to: output)
    }
}

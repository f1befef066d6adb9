/// Writes a trace as OpenTelemetry's OTLP/JSON: an `ExportTraceServiceRequest`, which collectors, Jaeger and Tempo take.
///
/// - Each subscription is a span, below that of the subscription in whose work it was made; all are below one of the
///   whole program, which joins the trace of the program that this one works for (``Trace/Run/parent``).
/// - Events, marks, hops and work are events of the span they belong to, with the numbers of their calls.
/// - A cause in another span is a link as well.
///
/// ```
/// rxtrace otlp retry -o retry.otlp.json
/// ```
///
/// Ids are the same for one trace each time. A trace without times, or in its canonical form, has a microsecond for
/// each call, and begins in 1970 where it does not tell when it was recorded; the program's span says so.
public struct OTLPRenderer: TraceSourceRenderer, Sendable {
    /// What a span stands for.
    public enum Spans: String, Sendable, CaseIterable {
        /// A subscription, with the events of its calls.
        case subscriptions
        /// A call.
        case calls
    }

    private let spans: Spans

    /// Makes a renderer.
    ///
    /// - Parameter spans: what a span is to stand for.
    public init(spans: Spans = .subscriptions) {
        self.spans = spans
    }

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        let request = OTLPRequest(scenario: source.scenario, run: source.run, output)
        try write(source, to: request)
        try request.close()
        try output.write(literal: "\n")
    }

    /// Gives the same in requests that a collector takes one by one.
    ///
    /// - Parameters:
    ///   - size: how many bytes a request has at most, but for its last span.
    ///   - body: takes each request, and how many spans it has.
    /// - Throws: the errors of `body`, and ``TraceReadError`` where the calls cannot be read.
    package func forEachRequest(
        of source: any TraceSource, size: Int, _ body: @escaping ([UInt8], _ spans: Int) throws -> Void
    ) throws {
        let requests = OTLPRequests(scenario: source.scenario, run: source.run, size: size, body)
        try write(source, to: requests.request)
        try requests.close()
    }

    private func write(_ source: any TraceSource, to request: OTLPRequest) throws {
        switch spans {
        case .subscriptions: try OTLPSubscriptions.write(source, to: request)
        case .calls: try OTLPCalls.write(source, to: request)
        }
    }
}

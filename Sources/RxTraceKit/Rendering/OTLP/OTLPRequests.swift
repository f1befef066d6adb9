/// Spans in requests that a collector takes one by one.
final class OTLPRequests {
    private final class Bytes { var all: [UInt8] = [] }

    /// Where spans are added: each request follows the one before.
    let request: OTLPRequest
    private let bytes = Bytes()
    private let output: TextOutput
    private let body: ([UInt8], Int) throws -> Void

    /// - Parameters:
    ///   - size: how many bytes a request has at most, but for its last span.
    ///   - body: takes each request, and how many spans it has.
    init(
        scenario: String, run: Trace.Run?, size: Int, _ body: @escaping ([UInt8], _ spans: Int) throws -> Void
    ) {
        self.body = body
        output = TextOutput { [bytes] in bytes.all.append(contentsOf: $0) }
        request = OTLPRequest(scenario: scenario, run: run, output)
        request.spanEnded = { [unowned self] in
            try output.flush()
            if bytes.all.count >= size { try close() }
        }
    }

    /// Gives the request that was begun, if there is one.
    func close() throws {
        let spans = request.spans
        guard spans > 0 else { return }
        try request.close()
        try output.flush()
        try body(bytes.all, spans)
        bytes.all.removeAll(keepingCapacity: true)
    }
}

import RxTraceKit

/// A trace written in each format that is read, and read back; and in one after the other.
public enum RoundTrip {
    /// The ways on which something was lost, in words; none where the trace comes back as it was from all.
    public static func losses(of source: any TraceSource) throws -> [String] {
        var trace = try source.trace()
        // Those of an older trace are told in full.
        (trace.nodes, trace.closures) = (Array(source.nodes), source.closures)
        let document = try text(of: source, JSONRenderer())
        let lines = try text(of: source, JSONLinesRenderer())
        let ways: [(name: String, text: String)] = [
            ("JSON", document), ("JSON Lines", lines),
            ("JSON, then JSON Lines", try again(document, JSONLinesRenderer())),
            ("JSON Lines, then JSON", try again(lines, JSONRenderer())),
        ]
        var losses = try ways.filter { try TraceReader.read($0.text, named: $0.name) != trace }.map(\.name)
        // Equal texts may differ in their bytes.
        if !ways[3].text.utf8.elementsEqual(document.utf8) { losses.append("the bytes of the document") }
        if !ways[2].text.utf8.elementsEqual(lines.utf8) { losses.append("the bytes of the lines") }
        let canonical = trace.canonical()
        let golden = try TraceReader.read(JSONRenderer(times: false).string(from: canonical), named: "golden")
        if golden != canonical.asProgram { losses.append("the canonical form") }
        if golden.canonical() != golden { losses.append("the canonical form of the canonical form") }
        return losses
    }

    private static func again(_ text: String, _ renderer: some TraceSourceRenderer) throws -> String {
        renderer.string(from: try TraceReader.read(text, named: "again"))
    }

    private static func text(of source: any TraceSource, _ renderer: some TraceSourceRenderer) throws -> String {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes += $0 }
        try renderer.render(source, to: output)
        try output.flush()
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Trace {
    /// The trace without the facts of the library, which a document of the canonical form does not tell.
    fileprivate var asProgram: Trace {
        var trace = self
        trace.closures = [:]
        for index in trace.nodes.indices {
            trace.nodes[index].behaviors = []
            trace.nodes[index].owner = nil
        }
        return trace
    }
}

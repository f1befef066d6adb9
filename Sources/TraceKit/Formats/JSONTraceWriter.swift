/// Writes a trace as the trace document, or as JSON Lines, row by row.
///
/// The document is one object with a row on each line, so that line-based tools and diffs work on it. Its keys are
/// always in the same order, and keys without a value are left out.
///
/// JSON Lines are the same objects one a line: first the header, then each row under a key that says what it is.
///
/// ```
/// {"format": "rxtrace", "version": 1, "scenario": "create", "dropped": 0}
/// {"thread": {"id": 0, "name": "main"}}
/// {"node": {"id": 1, "type": "Just", "role": "observable"}}
/// {"call": {"id": 1, "operation": "create", "node": 1, "thread": 0}}
/// ```
public struct JSONTraceWriter: Sendable {
    public enum Layout: Sendable {
        case document, lines
    }

    public var layout: Layout
    /// Whether `start` and `duration` of the calls are written.
    public var times: Bool

    public init(layout: Layout = .document, times: Bool = true) {
        self.layout = layout
        self.times = times
    }

    /// Writes the whole trace, ending in a newline.
    ///
    /// - Throws: only what `output` throws.
    public func write(_ trace: Trace, to output: TextOutput) throws {
        switch layout {
        case .document: try writeDocument(trace, to: output)
        case .lines: try writeLines(trace, to: output)
        }
    }

    private func writeDocument(_ trace: Trace, to output: TextOutput) throws {
        try output.write(JSONObjectText(headerOf: trace).open)
        try writeSection("threads", trace.threads, to: output) { JSONObjectText($0) }
        try writeSection("nodes", trace.nodes, to: output) { JSONObjectText($0) }
        try writeSection("subscriptions", trace.subscriptions, to: output) { JSONObjectText($0) }
        try writeSection("calls", trace.calls, to: output) { JSONObjectText($0, times: times) }
        try output.write("}\n")
    }

    private func writeSection<Row>(
        _ key: String, _ rows: [Row], to output: TextOutput, _ object: (Row) -> JSONObjectText
    ) throws {
        try output.write(",\n \"\(key)\": [")
        var separator = "\n  "
        for row in rows {
            try output.write(separator + object(row).text)
            separator = ",\n  "
        }
        try output.write(rows.isEmpty ? "]" : "\n ]")
    }

    private func writeLines(_ trace: Trace, to output: TextOutput) throws {
        try output.write(JSONObjectText(headerOf: trace).text + "\n")
        try writeLines("thread", trace.threads, to: output) { JSONObjectText($0) }
        try writeLines("node", trace.nodes, to: output) { JSONObjectText($0) }
        try writeLines("subscription", trace.subscriptions, to: output) { JSONObjectText($0) }
        try writeLines("call", trace.calls, to: output) { JSONObjectText($0, times: times) }
    }

    private func writeLines<Row>(
        _ key: String, _ rows: [Row], to output: TextOutput, _ object: (Row) -> JSONObjectText
    ) throws {
        for row in rows {
            var line = JSONObjectText()
            line.add(key, object(row))
            try output.write(line.text + "\n")
        }
    }
}

/// Writes ``AnnotatedSource`` as one JSON object; times are in nanoseconds.
public struct AnnotatedSourceJSON: Sendable {
    /// Makes a renderer.
    public init() {}

    /// Writes the files with their lines.
    ///
    /// - Throws: only the errors of `output`.
    public func render(_ annotated: AnnotatedSource, to output: TextOutput) throws {
        let hasTimes = annotated.activity.hasTimes
        var object = JSONObjectWriter(output)
        try object.begin()
        try object.add("scenario", annotated.source.scenario)
        try object.addDrops(of: annotated.source)
        try object.add("calls", annotated.source.callCount)
        try object.add("files", annotated.files, indent: 1) { file, json in
            try json.add("file", file.path)
            try json.add("lines", file.rows, indent: 2) { row, json in
                try json.add("line", row.number)
                try json.add("text", row.text)
                if let line = row.activity { try write(line, annotated, hasTimes, &json) }
                if !row.findings.isEmpty { try json.add("findings", row.findings, indent: 3, members: Self.write) }
            }
        }
        if !annotated.homeless.isEmpty {
            try object.add("findings", annotated.homeless, indent: 1, members: Self.write)
        }
        try object.end()
        try output.write("\n")
    }

    private func write(
        _ line: LineActivity.Line, _ annotated: AnnotatedSource, _ hasTimes: Bool, _ json: inout JSONObjectWriter
    ) throws {
        try json.add("created", line.created)
        try json.add("subscriptions", line.subscriptions)
        try json.add("live", line.live)
        try json.add("in", line.eventsIn)
        try json.add("out", line.eventsOut)
        try json.add("drops", line.drops)
        try json.add("threads", words: annotated.threadNames(line))
        guard hasTimes else { return }
        try json.add("time", line.time)
        try json.add("closures", line.closures)
        try json.add("waited", line.waited)
    }

    private static func write(_ finding: Trace.Finding, _ json: inout JSONObjectWriter) throws {
        try json.add("rule", finding.rule)
        try json.add("severity", finding.severity.name)
        try json.add("message", finding.sentence)
        try json.add("remedy", finding.remedy)
    }
}

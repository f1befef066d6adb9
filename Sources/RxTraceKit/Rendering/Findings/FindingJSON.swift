/// Writes findings and leaks as one JSON document, one finding per line and its evidence below it; ages are in
/// nanoseconds.
///
/// ```json
/// {"format": "rxtrace-findings", "version": 1, "scenario": "search", "dropped": 0, "findings": [
/// {"rule": "late-event", "severity": "error", "message": "…", "remedy": "…",
///   "site": {"file": "A.swift", "line": 3}, "evidence": [
///  {"text": "…", "call": 12}]}]}
/// ```
public struct FindingJSON: Sendable {
    /// Makes a renderer.
    public init() {}

    /// - Throws: only the errors of `output`.
    public func render(_ findings: [Trace.Finding], in source: some TraceSource, to output: TextOutput) throws {
        try write("rxtrace-findings", source, to: output) { document in
            try document.add("findings", findings, indent: 0) { finding, row in
                try row.add("rule", finding.rule)
                try row.add("severity", finding.severity.name)
                try row.add("message", finding.message)
                if finding.count > 1 { try row.add("count", finding.count) }
                try row.add("remedy", finding.remedy)
                try row.addSite(finding.site)
                try row.addEvidence(finding.evidence)
            }
        }
    }

    /// - Throws: only the errors of `output`.
    public func render(_ leaks: [Trace.LeakGroup], in source: some TraceSource, to output: TextOutput) throws {
        try write("rxtrace-leaks", source, to: output) { document in
            try document.add("leaks", leaks, indent: 0) { leak, row in
                try row.add("keeper", leak.keeper.rawValue)
                try row.add("severity", leak.severity.name)
                try row.add("observable", leak.observable)
                try row.add("written", leak.written)
                try row.add("observableName", leak.observableName)
                try row.add("variable", leak.variable)
                try row.add("name", leak.name)
                try row.addSite(leak.site)
                if let closure = leak.bags?.closure {
                    try row.add("closure") { object in
                        try object.add("operation", closure.operation)
                        try object.addSite(closure.site)
                    }
                }
                try row.add("count", leak.count)
                try row.add("remedy", leak.remedy)
                try row.add("age", leak.age)
                if let event = leak.lastEvent {
                    try row.add("lastEvent") { object in
                        try object.add("event", event.text)
                        try object.add("call", event.call)
                        try object.add("age", event.age)
                    }
                }
                try row.add("subscriptions", numbers: leak.subscriptions)
                try row.addEvidence(leak.evidence)
            }
        }
    }

    private func write(
        _ format: String, _ source: some TraceSource, to output: TextOutput,
        rows: (inout JSONObjectWriter) throws -> Void
    ) throws {
        var document = JSONObjectWriter(output)
        try document.begin()
        try document.add("format", format)
        try document.add("version", 1)
        try document.add("scenario", source.scenario)
        try document.addDrops(of: source)
        try rows(&document)
        try document.end()
        try output.write(literal: "\n")
    }
}

extension JSONObjectWriter {
    fileprivate mutating func addEvidence(_ evidence: [Trace.Finding.Evidence]) throws {
        try add("evidence", evidence, indent: 1) { evidence, row in
            try row.add("text", evidence.text)
            try row.add("call", evidence.call)
            try row.addSite(evidence.site)
        }
    }
}

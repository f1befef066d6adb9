/// Writes findings and leaks as one JSON document, a finding a line.
///
/// ```json
/// {"format": "rxtrace-findings", "version": 1, "scenario": "search", "dropped": 0, "findings": [
/// {"rule": "late-event", "severity": "error", "message": "…", "site": {"file": "A.swift", "line": 3}, "evidence": [
/// {"text": "…", "call": 12}]}
/// ]}
/// ```
public struct FindingJSON: Sendable {
    public init() {}

    /// - Throws: only what `output` throws.
    public func render(_ findings: [Trace.Finding], in source: some TraceSource, to output: TextOutput) throws {
        try write("findings", findings.map(object), in: source, to: output)
    }

    /// - Throws: only what `output` throws.
    public func render(_ leaks: [Trace.LeakGroup], in source: some TraceSource, to output: TextOutput) throws {
        try write("leaks", leaks.map(object), in: source, to: output)
    }

    private func write(
        _ key: String, _ rows: [String], in source: some TraceSource, to output: TextOutput
    ) throws {
        var head = JSONObjectText()
        head.add("format", "rxtrace-\(key)")
        head.add("version", 1)
        head.add("scenario", source.scenario)
        head.add("dropped", source.dropped)
        try output.write("\(head.open), \"\(key)\": [")
        for (position, row) in rows.enumerated() { try output.write("\(position == 0 ? "" : ",")\n\(row)") }
        try output.write(rows.isEmpty ? "]}\n" : "\n]}\n")
    }

    private func object(_ finding: Trace.Finding) -> String {
        var object = JSONObjectText()
        object.add("rule", finding.rule)
        object.add("severity", finding.severity.name)
        object.add("message", finding.message)
        object.add("site", finding.site.map(site))
        return "\(object.open), \"evidence\": \(list(finding.evidence))}"
    }

    private func object(_ leak: Trace.LeakGroup) -> String {
        var object = JSONObjectText()
        object.add("keeper", leak.keeper.rawValue)
        object.add("observable", leak.observable)
        object.add("site", leak.site.map(site))
        object.add("count", leak.count)
        object.add("age", leak.age)
        object.add("lastEvent", leak.lastEvent.map(event))
        let ids = leak.subscriptions.map(String.init).joined(separator: ", ")
        return "\(object.open), \"subscriptions\": [\(ids)], \"evidence\": \(list(leak.evidence))}"
    }

    private func list(_ evidence: [Trace.Finding.Evidence]) -> String {
        let rows = evidence.map { evidence in
            var object = JSONObjectText()
            object.add("text", evidence.text)
            object.add("call", evidence.call)
            object.add("site", evidence.site.map(site))
            return object.text
        }
        return "[\(rows.joined(separator: ", "))]"
    }

    private func event(_ event: Trace.LeakGroup.LastEvent) -> JSONObjectText {
        var object = JSONObjectText()
        object.add("event", event.text)
        object.add("call", event.call)
        object.add("age", event.age)
        return object
    }

    private func site(_ site: Trace.Site) -> JSONObjectText {
        var object = JSONObjectText()
        object.add("file", site.file)
        object.add("line", site.line)
        return object
    }
}

/// Writes findings as the workflow commands that GitHub shows at the lines of a pull request.
///
/// ```
/// ::error file=Search.swift,line=14,title=rxtrace reentrance::PublishSubject is handed …
/// ```
public struct FindingAnnotations: Sendable {
    public init() {}

    /// - Throws: only the errors of `output`.
    public func render(_ findings: [Trace.Finding], to output: TextOutput) throws {
        for finding in findings {
            let proof = finding.evidence.map { evidence in
                "\n\(evidence.call.map { "@\($0) " } ?? "")\(evidence.text)\(evidence.site.map { " (\($0))" } ?? "")"
            }
            let command = WorkflowCommand(
                level: finding.severity.name, site: finding.site.map { ($0.file, $0.line) },
                title: "rxtrace \(finding.rule)", message: finding.message + proof.joined())
            try output.write(command.text)
        }
    }
}

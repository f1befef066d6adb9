/// Writes findings as the workflow commands that GitHub shows at the lines of a pull request.
///
/// ```
/// ::error file=Search.swift,line=14,title=rxtrace reentrance::PublishSubject is handed …
/// ```
public struct FindingAnnotations: Sendable {
    /// Makes a renderer.
    public init() {}

    /// - Throws: only the errors of `output`.
    public func render(_ findings: [Trace.Finding], to output: TextOutput) throws {
        for finding in findings {
            let proof = finding.evidence.map { evidence in
                "\n\(evidence.call.map { "@\($0) " } ?? "")\(evidence.text)\(evidence.site.map { " (\($0))" } ?? "")"
            }
            let remedy = finding.remedy.isEmpty ? "" : "\nWhat to do: \(finding.remedy)"
            let command = WorkflowCommand(
                level: finding.severity == .note ? "notice" : finding.severity.name,
                site: finding.site.map { ($0.file, $0.line) },
                title: "rxtrace \(finding.rule)", message: finding.sentence + proof.joined() + remedy)
            try output.write(command.text)
        }
    }
}

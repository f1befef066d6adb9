import RxTraceKit

/// The common part of the commands that look for faults: read the input, look, write the findings.
struct FindingReport {
    enum Format: String, CaseIterable {
        case text, json, github
    }

    static let format = OptionDefinition(
        name: "format", value: .choice(Format.allCases.map(\.rawValue)),
        summary: "how to write the findings: text, JSON, or annotations of a pull request (default: text)")
    static let failOn = OptionDefinition(
        name: "fail-on", value: .choice(["error", "warning", "note", "never"]),
        summary: "the least finding that makes the exit status 1 (default: warning)")
    static let options = [format, failOn, .width, .ascii, .color, .values, .names, .timeout, .output]

    let arguments: ParsedArguments

    /// - Parameter render: looks at the trace, writes the findings, and returns how severe each is.
    /// - Throws: ``CommandFinding`` where one is as severe as --fail-on says.
    func run(_ render: (any TraceSource, Format, FindingText, OutputDestination) throws -> [Trace.Finding.Severity])
        throws
    {
        let input = try TraceInput(arguments)
        let standardOutput = try StandardOutput.divert()
        let destination = try OutputDestination(path: arguments.value(of: .output), standardOutput: standardOutput)
        let trace = try AnalysisSource(arguments).inForm(input.source(RecordingRequest(arguments)))
        if trace.dropped > 0 {
            StandardError.write(
                "rxtrace: \(trace.dropped) calls of '\(trace.scenario)' were dropped: faults may be missed.\n")
        }
        let style = OutputStyle(arguments, destination)
        let text = FindingText(width: style.width, branches: style.branches, usesColor: style.usesColor)
        let format = arguments.choice(of: Self.format) ?? Format.text
        let severities = try render(trace, format, text, destination)
        let word = arguments.value(of: Self.failOn) ?? Trace.Finding.Severity.warning.name
        guard let least = Trace.Finding.Severity.allCases.first(where: { $0.name == word }) else { return }
        if severities.contains(where: { $0 >= least }) { throw CommandFinding() }
    }
}

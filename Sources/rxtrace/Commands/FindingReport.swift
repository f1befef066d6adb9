import Foundation
import RxTraceKit

/// The common part of the commands that look for faults: read the input, look, write the findings.
struct FindingReport {
    enum Format: String, CaseIterable {
        case text, json, github, sarif
    }

    static let format = OptionDefinition(
        name: "format", value: .choice(Format.allCases.map(\.rawValue)),
        summary: "how to write the findings: text, JSON, annotations of a pull request, or SARIF for code scanning and "
            + "editors (default: text)")
    static let failOn = OptionDefinition(
        name: "fail-on", value: .choice(["error", "warning", "note", "never"]),
        summary: "the mildest finding that makes the exit status 1 (default: warning)")
    static let options =
        [format, failOn, .width, .ascii, .color, .values, .names] + OptionDefinition.turns + [.timeout, .output]

    let arguments: ParsedArguments

    /// Whether a finding makes the exit status 1, as --fail-on says.
    static func fails(_ severity: Trace.Finding.Severity, _ arguments: ParsedArguments) -> Bool {
        let word = arguments.value(of: failOn) ?? Trace.Finding.Severity.warning.name
        return Trace.Finding.Severity.allCases.contains { $0.name == word && severity >= $0 }
    }

    /// The findings of `rules` as SARIF; one without a place is told of the input.
    func log(of rules: [FindingSARIF.Rule]) -> FindingSARIF {
        let file = arguments.operand.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
        return FindingSARIF(rules: rules, file: file.map { SourceRoot.relative($0) })
    }

    /// - Parameter render: looks at the trace, writes the findings, and returns how severe each is.
    /// - Throws: ``CommandFinding`` where one is as severe as --fail-on says.
    func run(_ render: (any TraceSource, Format, FindingText, OutputDestination) throws -> [Trace.Finding.Severity])
        throws
    {
        let input = try TraceInput(arguments)
        let standardOutput = try StandardOutput.divert(judges: true)
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
        if severities.contains(where: { Self.fails($0, arguments) }) { throw CommandFinding() }
    }
}

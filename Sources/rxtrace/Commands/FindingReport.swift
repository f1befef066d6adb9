import RxTraceKit

/// The common part of the commands that look for faults: read the input, look, write the findings.
struct FindingReport {
    enum Format: String, CaseIterable {
        case text, json, github
    }

    static let format = OptionDefinition(
        name: "format", value: .choice(Format.allCases.map(\.rawValue)),
        summary: "how to write the findings: text, JSON, or annotations of a pull request (default: text)")
    static let options = [format, .width, .ascii, .color, .values, .timeout, .output]

    let arguments: ParsedArguments

    /// - Parameter render: looks at the trace and gives what is found, and writes it.
    /// - Throws: ``CommandFailure``, with the status of a finding where there are some.
    func run(_ render: (any TraceSource, Format, FindingText, OutputDestination) throws -> Int) throws {
        let input = try TraceInput(arguments)
        let standardOutput = try StandardOutput.divert()
        let destination = try OutputDestination(path: arguments.value(of: .output), standardOutput: standardOutput)
        let trace = try input.source(RecordingRequest(arguments))
        if trace.dropped > 0 {
            StandardError.write(
                "rxtrace: \(trace.dropped) calls of '\(trace.scenario)' were dropped: faults may be missed.\n")
        }
        let style = OutputStyle(arguments, destination)
        let text = FindingText(width: style.width, branches: style.branches, usesColor: style.usesColor)
        let format = arguments.choice(of: Self.format) ?? Format.text
        if try render(trace, format, text, destination) > 0 { throw CommandFinding() }
    }
}

import TraceKit

extension CommandDefinition {
    static let record = CommandDefinition(
        name: "record", summary: "run a sample or Swift files and keep the recording",
        operand: .input, options: [.values, .noTimes, .canonical, .timeout, RecordCommand.output],
        examples: [
            Example(line: "rxtrace record Search.swift", purpose: "into Search.json"),
            Example(line: "rxtrace record timer -o timer.jsonl", purpose: "as JSON Lines"),
        ],
        run: { try RecordCommand($0).run() })
}

/// Keeps a recording in a file, whose name says in which format.
struct RecordCommand {
    static let output = OptionDefinition(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        summary: "write to FILE.json, or FILE.jsonl for JSON Lines "
            + "(default: the name of what is recorded with .json, in the current folder)")

    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() throws {
        let input = try TraceInput(arguments)
        let path = arguments.value(of: Self.output)
        let format = try path.map(Self.format) ?? .json
        let standardOutput = try StandardOutput.divert()
        var destination = try path.map { try OutputDestination(path: $0, standardOutput: standardOutput) }
        var trace = try input.read(values: arguments.choice(of: .values))
        if arguments.has(.canonical) { trace = trace.canonical() }
        let file = path ?? "\(trace.scenario.replacing("/", with: "-")).json"
        destination = try destination ?? OutputDestination(path: file, standardOutput: standardOutput)
        let renderer = format.renderer(OutputFormat.Style(hasTimes: !arguments.has(.noTimes)))
        try destination?.write { try renderer.render(trace, to: $0) }
        StandardError.write("rxtrace: \(trace.calls.count) calls are in \(TerminalText.escaped(file))\n")
    }

    /// The format that a file's name asks for.
    private static func format(_ path: String) throws -> OutputFormat {
        if path == "-" || path.hasSuffix(".json") { return .json }
        if path.hasSuffix(".jsonl") { return .jsonl }
        throw CommandFailure.usage(
            "a recording's name ends in .json or .jsonl, unlike '\(TerminalText.escaped(path))'. "
                + "For another rendering, see `rxtrace run --format`.")
    }
}

import RxTraceExploring
import RxTraceKit

extension CommandDefinition {
    static let record = CommandDefinition(
        name: "record", summary: "run a sample or Swift files and keep the recording",
        operand: .neededInput,
        options: OptionDefinition.recording + OptionDefinition.turns
            + [.noTimes, .names, .canonical, .timeout, .withSource, RecordCommand.output],
        examples: [
            Example(line: "rxtrace record Search.swift", purpose: "into Search.rxtrace"),
            Example(line: "rxtrace record Search.swift --with-source", purpose: "to be read without Search.swift"),
            Example(line: "rxtrace record timer -o timer.jsonl", purpose: "as JSON Lines"),
            Example(
                line: "rxtrace record Server.swift --last 64MB --sample 100",
                purpose: "the end of a long run, one subscription in 100"),
        ],
        run: { try RecordCommand($0).run() })
}

/// Keeps a recording in a file, whose name says in which format.
struct RecordCommand {
    static let output = OptionDefinition(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        summary: "write to FILE.rxtrace, FILE.json, or FILE.jsonl for JSON Lines "
            + "(default: the input's name with .rxtrace, in the current folder)")

    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() throws {
        let input = try TraceInput(arguments)
        let path = arguments.value(of: Self.output)
        let isDocument = arguments.has(.noTimes) || arguments.has(.canonical)
        if let path, path.hasSuffix(RecordingFile.fileExtension), isDocument {
            throw CommandFailure.usage(
                "a recording keeps its own order and times. Name a .json file by --output to have others.")
        }
        let isNoRecording = isDocument || path.map { !$0.hasSuffix(RecordingFile.fileExtension) } ?? false
        if arguments.has(.withSource), isNoRecording {
            throw CommandFailure.usage(
                "--with-source puts the source into a recording. Name a file that ends in "
                    + ".\(RecordingFile.fileExtension), or leave it out.")
        }
        if let path, !path.hasSuffix(RecordingFile.fileExtension) { return try write(input, to: path) }
        guard let name = input.name?.replacing("/", with: "-") else {
            throw CommandFailure.usage(
                "this trace is recorded already, and is kept as .json or .jsonl. Name the file by --output.")
        }
        if isDocument { return try write(input, to: "\(name).json") }
        let file = path ?? "\(name).\(RecordingFile.fileExtension)"
        let request = try RecordingRequest(arguments)
        try RecordingRequest.expectPlace(file)
        _ = try StandardOutput.divert()
        let count = try input.record(to: file, request).callCount
        tell(count, file)
        try PackCommand.pack(file, withSource: arguments.has(.withSource))
    }

    /// Writes the trace document, or JSON Lines.
    private func write(_ input: TraceInput, to path: String) throws {
        let format = try Self.format(path)
        let standardOutput = try StandardOutput.divert()
        let destination = try OutputDestination(path: path, standardOutput: standardOutput)
        let source = try AnalysisSource(arguments).inForm(input.source(RecordingRequest(arguments)))
        let renderer = try format.renderer(arguments, .plain)
        try destination.write { try renderer.render(source, to: $0) }
        tell(source.callCount, path)
    }

    private func tell(_ count: Int, _ file: String) {
        StandardError.write("rxtrace: \(count) calls are in \(TerminalText.escaped(file))\n")
    }

    /// The format that a file's name asks for.
    private static func format(_ path: String) throws -> FormatDefinition {
        if path == "-" { return FormatTable.json }
        for format in [FormatTable.json, FormatTable.jsonLines] where path.hasSuffix(format.suffix) { return format }
        throw CommandFailure.usage(
            "a recording's name ends in .rxtrace, .json or .jsonl, unlike '\(TerminalText.escaped(path))'. "
                + "For another rendering, see `rxtrace run --format`.")
    }
}

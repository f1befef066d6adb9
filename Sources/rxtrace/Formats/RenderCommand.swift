import RxTraceKit

/// The common part of all commands that render: read or replay the input, render it, write it.
struct RenderCommand {
    private let arguments: ParsedArguments
    private let format: FormatDefinition

    init(_ arguments: ParsedArguments, format: FormatDefinition) {
        self.arguments = arguments
        self.format = format
    }

    func run() throws {
        let input = try TraceInput(arguments)
        // From here on, the scenario's own output goes to standard error, even if it prints after its end.
        let standardOutput = try StandardOutput.divert()
        let destination = try OutputDestination(path: arguments.value(of: .output), standardOutput: standardOutput)
        if format.isBinary, Terminal(descriptor: destination.terminalDescriptor).isTerminal {
            throw CommandFailure.usage(
                "`rxtrace \(format.name)` writes no text, and standard output is a terminal. Name a file: "
                    + "-o trace\(format.suffix)")
        }
        let renderer = try format.renderer(arguments, OutputStyle(arguments, destination))
        let source = try AnalysisSource(arguments).readFew(input)
        try destination.write { try renderer.render(source, to: $0) }
    }
}

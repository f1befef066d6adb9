import RxTraceKit

/// The common part of all commands that render: read or replay the input, render it, write it.
struct RenderCommand {
    private let arguments: ParsedArguments
    private let format: OutputFormat

    init(_ arguments: ParsedArguments, format: OutputFormat) {
        self.arguments = arguments
        self.format = format
    }

    func run() throws {
        let input = try TraceInput(arguments)
        // From here on, the scenario's own output goes to standard error, even if it prints after its end.
        let standardOutput = try StandardOutput.divert()
        let destination = try OutputDestination(path: arguments.value(of: .output), standardOutput: standardOutput)
        let source = try AnalysisSource(arguments).read(input)
        let renderer = format.renderer(style(destination))
        try destination.write { try renderer.render(source, to: $0) }
    }

    private func style(_ destination: OutputDestination) -> OutputFormat.Style {
        let style = OutputStyle(arguments, destination)
        return OutputFormat.Style(
            zoom: arguments.choice(of: .zoom), width: style.width, branches: style.branches, usesColor: style.usesColor,
            hasTimes: !arguments.has(.noTimes), folds: !arguments.has(.noFold), indentsChains: arguments.has(.indent))
    }
}

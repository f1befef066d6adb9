extension CommandDefinition {
    static let run = CommandDefinition(
        name: "run", summary: "run a sample, Swift files or a trace, and draw the call chain",
        operand: .input,
        options: [.format] + OptionDefinition.drawing + OptionDefinition.folding + [.noTimes]
            + OptionDefinition.filtering + OptionDefinition.rendering,
        examples: [
            Example(line: "rxtrace run", purpose: "the first sample as a tree"),
            Example(line: "rxtrace run Search.swift", purpose: "compile a file that imports RxSwift, and trace it"),
            Example(
                line: "rxtrace run --timeout 5 App/ -- --verbose",
                purpose: "all files of a folder, with arguments, five seconds long"),
            Example(
                line: "rxtrace run --zoom user trace.json", purpose: "the user's own calls in a recorded trace"),
            Example(line: "rxtrace run --format json -o trace.json", purpose: "keep a trace"),
        ],
        run: { try RenderCommand($0, format: $0.choice(of: .format) ?? .tree).run() })
}

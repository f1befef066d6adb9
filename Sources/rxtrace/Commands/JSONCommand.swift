extension CommandDefinition {
    static let json = CommandDefinition(
        name: "json", summary: "write the trace as one JSON document, which every command reads",
        operand: .input, options: [.noTimes] + OptionDefinition.filtering + OptionDefinition.rendering,
        examples: [
            Example(line: "rxtrace json -o trace.json", purpose: "keep a trace"),
            Example(line: "rxtrace json --canonical", purpose: "to compare with another run's"),
        ],
        run: { try RenderCommand($0, format: .json).run() })
}

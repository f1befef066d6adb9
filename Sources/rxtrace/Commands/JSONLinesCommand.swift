extension CommandDefinition {
    static let jsonLines = CommandDefinition(
        name: "jsonl", summary: "write the trace as JSON Lines: the header, then one object a line",
        operand: .input, options: [.noTimes] + OptionDefinition.filtering + OptionDefinition.rendering,
        examples: [
            Example(
                line: "rxtrace jsonl | grep '\"dispose\"'", purpose: "search the calls with the tools of the shell"),
            Example(line: "rxtrace jsonl --thread main --min-time 1ms", purpose: "slow calls on the main thread"),
        ],
        run: { try RenderCommand($0, format: .jsonl).run() })
}

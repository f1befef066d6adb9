import RxTraceKit

/// A format that traces are rendered in, as ``FormatTable`` holds it: its command, `--format`, help, completions and the
/// list in docs/formats.md come from here.
struct FormatDefinition: Sendable {
    /// The command's name, and the word of `--format`.
    var name: String
    /// One clause, for the list of commands.
    var summary: String
    /// The end of the names of files that hold it, such as `.dot`. A file named so by `rxtrace run --output` gets it.
    var suffix: String
    /// The options besides those of every rendering.
    var options: [OptionDefinition] = []
    /// Whether it is no text, which a terminal would take for commands.
    var isBinary = false
    var examples: [CommandDefinition.Example]
    /// Makes the renderer by the options; `rxtrace run` knows only those that several formats have.
    ///
    /// It throws ``CommandFailure`` of wrong usage.
    var renderer: @Sendable (ParsedArguments, OutputStyle) throws -> any TraceRenderer

    /// Whether the rendering goes through the calls one by one, so that the length of a trace is no matter of memory.
    var isStreaming: Bool { (try? renderer(ParsedArguments(), .plain)) is any TraceSourceRenderer }

    /// The command of the format's name.
    var command: CommandDefinition {
        CommandDefinition(
            name: name, summary: summary, operand: .input,
            options: options + OptionDefinition.filtering + OptionDefinition.rendering, examples: examples,
            otherCommand: Self.command(by:), run: { try RenderCommand($0, format: self).run() })
    }

    /// The command that does what an option asks for: `rxtrace tree --format dot` is `rxtrace dot`.
    private static func command(by option: String) -> String? {
        let words = option.split(separator: "=", maxSplits: 1).map(String.init)
        guard words.count == 2, words[0] == "--\(OptionDefinition.format.name)" else { return nil }
        return FormatTable.find(words[1])?.name
    }
}

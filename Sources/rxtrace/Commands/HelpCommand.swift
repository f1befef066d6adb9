extension CommandDefinition {
    private static let manual = OptionDefinition(
        name: "manual", summary: "write the manual page, for man -l or to be installed")

    static let help = CommandDefinition(
        name: "help", summary: "explain a command, with examples",
        operand: Operand(
            placeholder: "COMMAND", summary: "the command; without it, all of them in short",
            words: { CommandTable.commands.map(\.name) }, isFile: false),
        options: [manual],
        examples: [
            Example(line: "rxtrace help dot", purpose: "all about one command"),
            Example(line: "rxtrace help --manual > rxtrace.1", purpose: "all about all of them"),
        ],
        run: { arguments in
            if arguments.has(manual) { return try StandardOutput.write(ManualPage.page(CommandTable.commands)) }
            let text = try arguments.operand.map { HelpText.command(try CommandTable.find($0)) }
            try StandardOutput.write(text ?? HelpText.program(CommandTable.groups))
        })
}

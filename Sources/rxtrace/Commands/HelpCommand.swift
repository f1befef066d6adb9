extension CommandDefinition {
    static let help = CommandDefinition(
        name: "help", summary: "show what a command does, with examples",
        operand: Operand(placeholder: "COMMAND", summary: "the command; without it, all of them in short"),
        examples: [Example(line: "rxtrace help dot", purpose: "all about one command")],
        run: { arguments in
            let text = try arguments.operand.map { HelpText.command(try CommandTable.find($0)) }
            try StandardOutput.write(text ?? HelpText.program(CommandTable.commands))
        })
}

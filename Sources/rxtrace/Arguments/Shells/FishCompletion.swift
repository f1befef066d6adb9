/// Completion for fish.
enum FishCompletion {
    static func script(_ commands: [CommandDefinition]) -> String {
        var lines = [
            "# fish completion for rxtrace, made by `rxtrace completions fish`.",
            "complete -c rxtrace -f",
        ]
        for option in [OptionDefinition.help, .version] {
            lines.append("complete -c rxtrace -n __fish_use_subcommand \(specification(option))")
        }
        for command in commands {
            let summary = ShellText.quoted(command.summary)
            lines.append("complete -c rxtrace -n __fish_use_subcommand -a \(command.name) -d \(summary)")
            let isChosen = "-n '__fish_seen_subcommand_from \(command.name)'"
            lines += command.allOptions.map { "complete -c rxtrace \(isChosen) \(specification($0))" }
            guard let operand = command.operand else { continue }
            let words = operand.words().joined(separator: " ")
            let values = words.isEmpty ? "" : " -a \(ShellText.quoted(words))"
            if operand.isFile || !words.isEmpty {
                lines.append("complete -c rxtrace \(isChosen)\(operand.isFile ? " -F" : "")\(values)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func specification(_ option: OptionDefinition) -> String {
        var parts = option.short.map { ["-s \($0)"] } ?? []
        parts.append("-l \(option.name)")
        switch option.value {
        case .flag: break
        case .choice(let words): parts.append("-x -a \(ShellText.quoted(words.joined(separator: " ")))")
        case .number: parts.append("-x")
        case .text:
            let words = ShellText.quoted(option.offered.joined(separator: " "))
            parts.append(option.takesFile ? "-r -F" : option.offered.isEmpty ? "-x" : "-x -a \(words)")
        }
        return (parts + ["-d \(ShellText.quoted(option.summary))"]).joined(separator: " ")
    }
}

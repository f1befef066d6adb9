/// Completion for fish.
enum FishCompletion {
    static func script(_ commands: [CommandDefinition]) -> String {
        var lines =
            [
                "# fish completion for rxtrace, made by `rxtrace completions fish`.",
                "complete -c rxtrace -f",
            ] + functions
        for option in [OptionDefinition.help, .version] {
            lines.append("complete -c rxtrace -n __fish_use_subcommand \(specification(option))")
        }
        for command in commands {
            let summary = ShellText.quoted(command.summary)
            lines.append("complete -c rxtrace -n __fish_use_subcommand -a \(command.name) -d \(summary)")
            let isChosen = "-n '__rxtrace_is \(command.name)'"
            lines += command.allOptions.map { "complete -c rxtrace \(isChosen) \(specification($0))" }
            guard let operand = command.operand else { continue }
            let words = operand.words().joined(separator: " ")
            let values = words.isEmpty ? "" : " -a \(ShellText.quoted(words))"
            if operand.isFile || !words.isEmpty {
                let before = command.wordsBeforeValues.map { " \($0)" }.joined()
                let condition =
                    operand.isOneWord
                    ? "-n '__rxtrace_is \(command.name); and __rxtrace_has_no_operand\(before)'" : isChosen
                lines.append("complete -c rxtrace \(condition)\(operand.isFile ? " -F" : "")\(values)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Which command the line is of, and whether an operand stands there. fish's own functions look for a command's name
    /// anywhere in the line, where it may be an operand.
    private static let functions = [
        "function __rxtrace_is",
        "    set -l words (commandline -opc)",
        "    test (count $words) -gt 1; and test $words[2] = $argv[1]",
        "end",
        "# The options in front of values are its arguments.",
        "function __rxtrace_has_no_operand",
        "    set -l words (commandline -opc)",
        "    set -e words[1..2]",
        "    set -l before",
        "    for word in $words",
        "        if not contains -- \"$before\" $argv; and not string match -q -- '-*' $word",
        "            return 1",
        "        end",
        "        set before $word",
        "    end",
        "    return 0",
        "end",
    ]

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

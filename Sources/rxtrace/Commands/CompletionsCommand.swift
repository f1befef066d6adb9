import RxTraceKit

extension CommandDefinition {
    static let completions = CommandDefinition(
        name: "completions", summary: "write the script that completes this command in a shell",
        operand: Operand(
            placeholder: "SHELL", summary: Shell.allCases.map(\.rawValue).joined(separator: ", "),
            words: { Shell.allCases.map(\.rawValue) }, isFile: false),
        examples: [
            Example(
                line: "rxtrace completions bash > ~/.local/share/bash-completion/completions/rxtrace", purpose: "bash"),
            Example(line: "rxtrace completions fish > ~/.config/fish/completions/rxtrace.fish", purpose: "fish"),
            Example(line: "rxtrace completions zsh > _rxtrace", purpose: "zsh, into a folder of fpath"),
        ],
        run: { arguments in
            let names = Shell.allCases.map(\.rawValue)
            guard let word = arguments.operand, let shell = Shell(rawValue: word) else {
                let word = arguments.operand ?? ""
                let nearest = NearestWord.find(word, among: names).map { " Did you mean '\($0)'?" } ?? ""
                throw CommandFailure.usage(
                    "`rxtrace completions` takes \(names.joined(separator: ", ")), not "
                        + "\(word.isEmpty ? "nothing" : "'\(TerminalText.escaped(word))'").\(nearest)")
            }
            try StandardOutput.write(shell.script(CommandTable.commands))
        })
}

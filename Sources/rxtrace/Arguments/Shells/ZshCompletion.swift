/// Completion for zsh, as a function to be found in `fpath` under the name `_rxtrace`.
enum ZshCompletion {
    static func script(_ commands: [CommandDefinition]) -> String {
        let described = commands.map { "            " + ShellText.quoted("\($0.name):\($0.summary)") }
        return """
            #compdef rxtrace
            # zsh completion for rxtrace, made by `rxtrace completions zsh`.
            _rxtrace() {
                local curcontext=$curcontext
                if (( CURRENT == 2 )); then
                    local -a commands=(
            \(described.joined(separator: "\n"))
                    )
                    _describe -t commands command commands
                    _arguments \(ShellText.quoted(specification(.help))) \(ShellText.quoted(specification(.version)))
                    return
                fi
                local command=$words[2]
                # What follows belongs to the command alone.
                shift words
                (( CURRENT-- ))
                case $command in
            \(commands.map(arm).joined(separator: "\n"))
                esac
            }
            if [[ $funcstack[1] == _rxtrace ]]; then _rxtrace "$@"; else compdef _rxtrace rxtrace; fi

            """
    }

    private static func arm(_ command: CommandDefinition) -> String {
        var words = command.allOptions.flatMap { option -> [String] in
            guard let short = option.short else { return [ShellText.quoted(specification(option))] }
            let long = specification(option)
            let rest = String(long.dropFirst(2 + option.name.count))
            let both = ShellText.quoted("(-\(short) --\(option.name))")
            let tail = rest.hasPrefix("=") ? String(rest.dropFirst()) : rest
            return [
                both + ShellText.quoted("-\(short)\(option.value == .flag ? "" : "+")\(tail)"),
                both + ShellText.quoted(long),
            ]
        }
        if let operand = command.operand {
            let list = operand.words().joined(separator: " ")
            let name = escaped(operand.placeholder)
            let action =
                switch (list.isEmpty, operand.isFile) {
                case (false, true): "_alternative \"words\\:word\\:(\(list))\" \"files\\:file\\:_files\""
                case (false, false): "(\(list))"
                case (true, true): "_files"
                case (true, false): " "
                }
            words.append(
                ShellText.quoted(
                    "\(operand.isOneWord ? "1" : "*"):\(name):\(action.hasPrefix("_alt") ? "{ \(action) }" : action)"))
        }
        let lines = words.joined(separator: " \\\n                ")
        return "        \(command.name))\n            _arguments -S \\\n                \(lines) ;;"
    }

    /// An option as `_arguments` takes it, such as `--zoom=[how close to look]:zoom:(user operators internals)`.
    private static func specification(_ option: OptionDefinition) -> String {
        let head = "--\(option.name)\(option.value == .flag ? "" : "=")[\(escaped(option.summary))]"
        return switch option.value {
        case .flag: head
        case .choice(let words): "\(head):\(option.name):(\(words.joined(separator: " ")))"
        case .number(let placeholder, _): "\(head):\(placeholder): "
        case .text(let placeholder):
            "\(head):\(placeholder):" + (option.takesFile ? "_files" : "(\(option.offered.joined(separator: " ")))")
        }
    }

    /// Brackets and colons end the parts of a specification.
    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

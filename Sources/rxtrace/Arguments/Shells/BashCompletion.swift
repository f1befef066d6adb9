/// Completion for bash, 3.2 and later.
enum BashCompletion {
    static func script(_ commands: [CommandDefinition]) -> String {
        let first = commands.map(\.name) + [OptionDefinition.help, .version].map { "--\($0.name)" }
        return """
            # bash completion for rxtrace, made by `rxtrace completions bash`.
            _rxtrace() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words= files= word before= taken=
                COMPREPLY=()
                # bash takes --zoom=user for three words.
                if [[ $previous == "=" ]]; then
                    previous=${COMP_WORDS[COMP_CWORD-2]}
                elif [[ $current == "=" ]]; then
                    current=
                fi
                for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
                    if [[ $word == -- ]]; then previous=--; break; fi
                done
                if ((COMP_CWORD == 1)); then
                    words=\(ShellText.quoted(first.joined(separator: " ")))
                elif [[ $previous == -- ]]; then
                    files=yes
                else
                    case ${COMP_WORDS[1]} in
            \(commands.map(arm).joined(separator: "\n"))
                    esac
                fi
                local IFS=$' \\t\\n'
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                if [[ -n $files ]]; then
                    IFS=$'\\n'
                    COMPREPLY+=($(compgen -f -- "$current"))
                fi
            }
            complete -o filenames -F _rxtrace rxtrace

            """
    }

    /// The words that may follow within one command.
    private static func arm(_ command: CommandDefinition) -> String {
        var lines = ["        \(command.name))", "            case $previous in"]
        for option in command.allOptions where option.value != .flag {
            let action =
                option.takesFile
                ? "files=yes" : "words=\(ShellText.quoted((option.choices ?? option.offered).joined(separator: " ")))"
            lines.append("            \(option.words.joined(separator: "|"))) \(action) ;;")
        }
        let options = command.allOptions.flatMap(\.words).joined(separator: " ")
        var operand = ""
        if let definition = command.operand {
            operand = " words=\(ShellText.quoted(definition.words().joined(separator: " ")))"
            if definition.isFile { operand += " files=yes" }
        }
        lines.append("            *)")
        let isOneWord = command.operand?.isOneWord ?? false
        if isOneWord { lines += noteOperand(command) }
        lines.append("                if [[ $current == -* ]]; then words=\(ShellText.quoted(options))")
        let rest = isOneWord ? "elif [[ -z $taken ]]; then" : "else"
        lines.append("                \(rest)\(operand.isEmpty ? " :" : operand)")
        lines.append("                fi ;;")
        lines.append("            esac ;;")
        return lines.map { "        " + $0 }.joined(separator: "\n")
    }

    /// Looks for a word that is no option, nor the value of one.
    private static func noteOperand(_ command: CommandDefinition) -> [String] {
        let skipped = (command.wordsBeforeValues + ["="]).joined(separator: "|")
        return [
            "for word in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do",
            "    case $before in \(skipped)) ;; *) [[ $word == -* || $word == \"=\" ]] || taken=yes ;; esac",
            "    before=$word",
            "done",
        ].map { "                " + $0 }
    }
}

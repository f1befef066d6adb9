import RxTraceKit

/// The help, made from the table of the command line.
enum HelpText {
    /// What somebody types who has never used it.
    private static let first = [
        ("rxtrace run Search.swift", "what it does, as a tree"),
        ("rxtrace why Search.swift onNext", "where the last value came from"),
        ("rxtrace lint Search.swift", "faults, with their lines"),
        ("rxtrace leaks Search.swift", "subscriptions that never ended"),
        ("rxtrace html Search.swift -o trace.html", "a page to look around in"),
        ("rxtrace list", "samples, to try in place of a file"),
    ]

    /// The help of the command as a whole, with the list of its commands.
    static func program(_ groups: [CommandGroup]) -> String {
        let sections = groups.map { group in
            let rows = group.commands.map { ($0.name, $0.summary) }
            let names = TerminalText.wrapped(rows.map(\.0).joined(separator: ", "), to: 76).map { "  \($0)" }
            return "\(group.title):\n\(group.isShort ? names.joined(separator: "\n") : table(rows))"
        }
        return """
            rxtrace shows what reactive code did: who subscribed, what ran, which call delivered each event.

            \(usage)

            Begin with, your file in place of Search.swift:
            \(table(first, widest: 40))

            \(sections.joined(separator: "\n\n"))

            Options:
            \(table([OptionDefinition.help, .version].map { ($0.usage, $0.summary) }))

            `rxtrace COMMAND --help` tells more about each, with examples.
            \(exitStatus)

            """
    }

    private static let exitStatus = TerminalText.wrapped(
        "Exit status: " + ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ") + ".",
        to: 80
    ).joined(separator: "\n")

    static let usage = "Usage: rxtrace COMMAND [OPTIONS] [INPUT]"

    /// Some lines for somebody who gave no command.
    static let short = """
        \(usage)

        Begin with, your file in place of Search.swift:
        \(table(first, widest: 40))

        `rxtrace --help` names all commands; `rxtrace COMMAND --help` tells more about each.

        """

    static func command(_ command: CommandDefinition) -> String {
        var sections = ["rxtrace \(command.name): \(command.summary)"]
        let operand = command.operand.map { " \($0.usage)" } ?? ""
        sections.append("Usage: rxtrace \(command.name) [OPTIONS]\(operand)")
        if let operand = command.operand { sections.append(table([(operand.placeholder, operand.summary)])) }
        sections.append("Options:\n" + table(command.allOptions.map { ($0.usage, $0.summary) }))
        if !command.terms.isEmpty {
            sections.append("\(command.termsTitle):\n" + table(command.terms.map { ($0.word, $0.meaning) }))
        }
        if !command.examples.isEmpty {
            let lines = command.examples.map { "  # \($0.purpose)\n  \($0.line)" }
            sections.append("Examples:\n" + lines.joined(separator: "\n"))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// Two columns within 80; a left one that is too wide has its line alone.
    private static func table(_ rows: [(left: String, right: String)], widest: Int = 26) -> String {
        let width = min(widest, rows.map(\.left.count).max() ?? 0)
        return rows.map { left, right in
            let lines = TerminalText.wrapped(right, to: 76 - width)
            let margin = String(repeating: " ", count: width + 4)
            let fits = left.count <= width
            let first =
                fits ? "  " + left + String(repeating: " ", count: width - left.count + 2) : "  \(left)\n\(margin)"
            return first + lines.joined(separator: "\n\(margin)")
        }.joined(separator: "\n")
    }
}

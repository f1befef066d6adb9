import RxInstrumented
import RxTraceExploring

/// The manual page, made from the table of the command line, in the macros of man(7).
enum ManualPage {
    static func page(_ commands: [CommandDefinition]) -> String {
        var lines = [
            ".TH RXTRACE 1 \"\" \"rxtrace \(Version.number)\" \"User Commands\"",
            ".SH NAME", "rxtrace \\- show what reactive code did",
            ".SH SYNOPSIS", ".B rxtrace", ".I COMMAND", "[\\fIOPTIONS\\fR] [\\fIINPUT\\fR]",
            ".SH DESCRIPTION",
            text(
                "rxtrace shows what reactive code did: who subscribed, what ran, which call delivered each event, across "
                    + "every scheduler hop, and what was never disposed. It replays a sample, compiles and runs Swift "
                    + "files that import RxSwift, or reads a recorded trace, and renders the calls."),
            ".PP",
            text("Standard output carries the rendering alone; a program's own output goes to standard error."),
            ".SH COMMANDS",
        ]
        lines += commands.flatMap(section)
        lines.append(".SH EXIT STATUS")
        lines += ExitStatus.allCases.flatMap { [".TP", ".B \($0.rawValue)", text($0.meaning)] }
        lines.append(".SH ENVIRONMENT")
        lines += environment.flatMap { [".TP", ".B \(text($0.name))", text($0.meaning)] }
        lines += [
            ".SH FILES", ".TP", ".I ~/.cache/rxtrace",
            text(
                "compiled programs, at most 512 MiB of them; beside them, places found in programs, at most 64 MiB, which stay "
                    + "when a program goes. Remove it at any time."),
            ".SH SEE ALSO", ".BR swift (1),", ".BR dot (1)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let environment: [(name: String, meaning: String)] =
        [(RecordingFile.variable, "of a program that links the core: the file that it writes its recording to.")]
        + RecordingVariables.Name.allCases.map { ($0.rawValue, "of such a program: \($0.purpose) (\($0.meaning)).") }
        + [
            (
                RecordingVariables.collector,
                "of such a program: the collector that it posts its spans to while it runs, such as http://localhost:4318."
            ),
            (
                RecordingVariables.collectorWait,
                "of such a program: for how many seconds it waits for that collector as it ends; without it, 2."
            ),
            (
                "TRACEPARENT",
                "of such a program: the W3C traceparent of the program that it works for, whose trace its own is part of."
            ),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "the collector of otlp --post env."),
            ("OTEL_EXPORTER_OTLP_HEADERS", "the headers of otlp --post, such as name=value,other=value."),
            ("NO_COLOR", "if it is set and not empty, no colour unless --color asks for it."),
            ("NO_PROGRESS", "if it is set and not empty, no line of progress."),
            ("XDG_CACHE_HOME", "the folder whose folder rxtrace keeps compiled programs; without it, ~/.cache."),
            ("PATH", "the folders in which rxtrace looks for swiftc."),
        ]

    private static func section(_ command: CommandDefinition) -> [String] {
        let operand =
            command.operand.map { operand in
                let word = "\\fI\(text(operand.placeholder))\\fR"
                return operand.isNeeded ? " \(word)" : " [\(word)]"
            } ?? ""
        var lines = [
            ".SS rxtrace \(text(command.name))", text(sentence(command.summary)), ".PP",
            "\\fBrxtrace \(text(command.name))\\fR [\\fIOPTIONS\\fR]\(operand)",
        ]
        let rows =
            (command.operand.map { [($0.placeholder, $0.summary)] } ?? [])
            + command.allOptions.map { ($0.usage, $0.summary) } + command.terms.map { ($0.word, $0.meaning) }
        lines += rows.flatMap { [".TP", "\\fB\(text($0.0))\\fR", text(sentence($0.1))] }
        for example in command.examples {
            lines += [
                ".PP", "Example: \(text(sentence(example.purpose)))", ".PP", ".RS", ".nf", text(example.line), ".fi",
                ".RE",
            ]
        }
        return lines
    }

    private static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + (summary.hasSuffix(".") ? "" : ".")
    }

    /// A text as it stands: a backslash would begin an escape, a dot or quote at the start of a line a request, and a
    /// bare hyphen may be set as another character, which nobody can copy.
    private static func text(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}

import Foundation
import RxTraceKit
import RxTraceSamples

/// The table of all commands, and the way from the words of a command line to one of them.
enum CommandTable {
    static let groups: [CommandGroup] = [
        CommandGroup(title: "See what happened", commands: [.run, .browse, .html, .watch]),
        CommandGroup(title: "Ask about it", commands: [.why, .leaks, .lint, .stats, .annotate, .explore]),
        CommandGroup(title: "Compare", commands: [.diff, .check]),
        CommandGroup(title: "Run and keep", commands: [.record, .pack, .test]),
        CommandGroup(
            title: "Write it in a format, by `rxtrace FORMAT INPUT`", commands: FormatTable.formats.map(\.command),
            isShort: true),
        CommandGroup(title: "Find your way", commands: [.list, .sample, .help, .completions]),
    ]

    static let commands: [CommandDefinition] = groups.flatMap(\.commands)

    /// - Throws: ``CommandFailure`` and the errors of the command.
    static func run(_ words: [String]) throws {
        guard let first = words.first else {
            throw CommandFailure.usage(
                "no command given.\n" + HelpText.short.trimmingCharacters(in: .newlines))
        }
        switch first {
        case "--help", "-h": return try StandardOutput.write(HelpText.program(groups))
        case "--version": return try StandardOutput.write("\(Version.line)\n")
        default: break
        }
        let command = try find(first)
        let rest = Array(words.dropFirst())
        if asksForHelp(rest) { return try StandardOutput.write(HelpText.command(command)) }
        try command.run(ArgumentParser.parse(rest, for: command))
    }

    /// Help is given whatever else the line says: it may be the way out of the mistake in it.
    private static func asksForHelp(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    static func find(_ name: String) throws -> CommandDefinition {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw CommandFailure.usage(
            "there is no \(name.hasPrefix("-") ? "option" : "command") '\(TerminalText.escaped(name))'. \(wayOut(name))"
        )
    }

    private static func wayOut(_ name: String) -> String {
        if name.hasPrefix("-") {
            let options = ["--help", "--version"]
            return NearestWord.find(name, among: options).map { "Did you mean '\($0)'?" }
                ?? "Options follow the command: `rxtrace COMMAND --help` shows them."
        }
        if let command = NearestWord.find(name, among: commands.map(\.name)) { return "Did you mean '\(command)'?" }
        if Samples.all.contains(where: { $0.name == name }) || FileManager.default.fileExists(atPath: name) {
            return "To see it: rxtrace run \(TerminalText.escaped(name))"
        }
        return "`rxtrace --help` shows them all."
    }
}

import Foundation
import RxTraceKit

extension OptionDefinition {
    static let ignore = OptionDefinition(
        name: "ignore", value: .text(placeholder: "values|sites|threads"),
        summary: "leave these out of the comparison; several with commas: --ignore values,sites")
    static let differenceContext = OptionDefinition(
        name: "context", short: "U", value: .number(placeholder: "CALLS", range: 0...1_000),
        summary: "show so many calls around each that differs (default: 3)")
}

extension CommandDefinition {
    private static let format = OptionDefinition(
        name: "format", value: .choice(["text", "json"]), summary: "how to write the difference (default: text)")

    static let diff = CommandDefinition(
        name: "diff", summary: "compare two traces call by call, whatever their threads' timing",
        operand: Operand(
            placeholder: "A B", summary: "two inputs: recorded traces, samples, Swift files, or - for standard input",
            words: Operand.input.words, allowsAfter: { given, _ in given.count < 2 }),
        options: [.ignore, .differenceContext, format, .width, .ascii, .color, .output],
        examples: [
            Example(line: "rxtrace diff create-subscribe create-error", purpose: "the changes an error makes"),
            Example(
                line: "rxtrace diff --ignore sites before.json after.json",
                purpose: "two recordings; lines of the source may have moved"),
            Example(line: "rxtrace diff --format json before.json after.json", purpose: "for another program"),
        ],
        run: { arguments in
            let command = try DiffCommand(arguments)
            try command.run(asJSON: arguments.value(of: format) == "json")
        })
}

/// Compares two inputs; a difference is a finding.
struct DiffCommand {
    private let arguments: ParsedArguments
    private let inputs: (old: TraceInput, new: TraceInput)
    private let ignoring: Set<TraceDifference.Aspect>

    init(_ arguments: ParsedArguments) throws {
        let words = arguments.operands
        guard words.count == 2 else {
            throw CommandFailure.usage(
                "`rxtrace diff` compares two traces, and \(words.isEmpty ? "none" : "one") was given. "
                    + "See `rxtrace diff --help`.")
        }
        if words == ["-", "-"] {
            throw CommandFailure.usage("`rxtrace diff` reads standard input once. Put one of the two into a file.")
        }
        self.arguments = arguments
        ignoring = try Self.aspects(arguments, command: "diff")
        inputs = (try TraceInput(words[0]), try TraceInput(words[1]))
    }

    /// The words of `--ignore`.
    static func aspects(_ arguments: ParsedArguments, command: String) throws -> Set<TraceDifference.Aspect> {
        let words = arguments.value(of: .ignore)?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        let all = TraceDifference.Aspect.allCases.map(\.rawValue)
        return Set(
            try words.map { word in
                if let aspect = TraceDifference.Aspect(rawValue: String(word)) { return aspect }
                let way =
                    NearestWord.find(String(word), among: all).map { "Did you mean '\($0)'?" }
                    ?? "See `rxtrace \(command) --help`."
                throw CommandFailure.usage(
                    "`rxtrace \(command)` takes \(all.joined(separator: ", ")) for --ignore, not "
                        + "'\(TerminalText.escaped(String(word)))'. \(way)")
            })
    }

    func run(asJSON: Bool) throws {
        let standardOutput = try StandardOutput.divert(judges: true)
        let destination = try OutputDestination(path: arguments.value(of: .output), standardOutput: standardOutput)
        let difference = TraceDifference(
            try inputs.old.source(.usual).trace(), try inputs.new.source(.usual).trace(), ignoring: ignoring)
        let renderer = DifferenceRenderer(arguments, OutputStyle(arguments, destination))
        try destination.write { output in
            if asJSON {
                try output.write(DifferenceDocument(difference).text())
            } else {
                try renderer.render(difference, to: output)
            }
        }
        if !difference.isEmpty { throw CommandFinding() }
    }
}

extension DifferenceRenderer {
    /// As the options say, for what the place of output can show.
    init(_ arguments: ParsedArguments, _ style: OutputStyle) {
        self.init(
            width: style.width, branches: style.branches, usesColor: style.usesColor,
            context: arguments.number(of: .differenceContext) ?? 3)
    }
}

import RxTraceKit

extension CommandDefinition {
    fileprivate static let noSource = OptionDefinition(
        name: "no-source", summary: "leave the lines of source out of the page")
    fileprivate static let calls = OptionDefinition(
        name: "calls", value: .number(placeholder: "N", range: 1...20_000_000),
        summary: "hold at most the first N calls (default: \(PageRenderer.usualLimit))")

    private static let inputs = Operand(
        placeholder: "INPUT [OTHER]",
        summary:
            "\(Operand.input.summary). With OTHER, a page that shows both side by side, with their differences, as "
            + "`rxtrace diff` compares them",
        words: Operand.input.words, takesProgramArguments: true,
        allowsAfter: { given, word in given.count < 2 || ([word] + given).allSatisfy(SwiftProgram.isNamed(by:)) })

    static let html = CommandDefinition(
        name: "html", summary: "write a page to look at, search, replay and share",
        operand: inputs, options: [noSource, calls, .ignore] + OptionDefinition.filtering + OptionDefinition.rendering,
        examples: [
            Example(line: "rxtrace html -o trace.html", purpose: "the first sample; the file opens in any browser"),
            Example(
                line: "rxtrace html search.rxtrace --only Search.swift -o search.html", purpose: "a part of a trace"),
            Example(
                line: "rxtrace html create-subscribe create-error -o both.html", purpose: "two traces side by side"),
            Example(
                line: "rxtrace html --ignore sites before.json after.json -o both.html",
                purpose: "two recordings, wherever the source moved to"),
            Example(line: "rxtrace html --no-source trace.json -o trace.html", purpose: "without the source code"),
        ],
        run: { try HTMLCommand($0).run() })
}

/// Writes the page of one input, or of two and their differences.
struct HTMLCommand {
    private let arguments: ParsedArguments
    private let input: TraceInput
    private let other: TraceInput?
    private let ignoring: Set<TraceDifference.Aspect>

    /// Two words are two inputs, as for `rxtrace diff`; three Swift files and more are one program.
    init(_ arguments: ParsedArguments) throws {
        self.arguments = arguments
        let words = arguments.operands
        ignoring = try DiffCommand.aspects(arguments, command: "html")
        if words.count == 2 {
            if words == ["-", "-"] {
                throw CommandFailure.usage("`rxtrace html` reads standard input once. Put one of the two into a file.")
            }
            input = try TraceInput(arguments, operands: [words[0]])
            other = try TraceInput(words[1])
        } else {
            input = try TraceInput(arguments)
            other = nil
            guard ignoring.isEmpty else {
                throw CommandFailure.usage(
                    "`rxtrace html --ignore` is about the differences of two inputs, and one was given. Name the other."
                )
            }
        }
    }

    func run() throws {
        let standardOutput = try StandardOutput.divert()
        let destination = try OutputDestination(path: arguments.value(of: .output), standardOutput: standardOutput)
        let hasSource = !arguments.has(CommandDefinition.noSource)
        let limit = arguments.number(of: CommandDefinition.calls) ?? PageRenderer.usualLimit
        let source = try AnalysisSource(arguments).read(input)
        guard let other else {
            return try destination.write {
                try PageRenderer(hasSource: hasSource, limit: limit).render(source, to: $0)
            }
        }
        let otherSource = try AnalysisSource(arguments).read(other)
        let difference = TraceDifference(try source.trace(), try otherSource.trace(), ignoring: ignoring)
        var page = ComparisonPage(hasSource: hasSource, limit: limit)
        page.packedSources = (source.packedSource, otherSource.packedSource)
        try destination.write { try page.render(difference, to: $0) }
    }
}

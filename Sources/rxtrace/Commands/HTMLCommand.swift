import RxTraceKit

extension CommandDefinition {
    private static let noSource = OptionDefinition(
        name: "no-source", summary: "leave the lines of source out of the page")
    private static let calls = OptionDefinition(
        name: "calls", value: .number(placeholder: "N", range: 1...20_000_000),
        summary: "hold at most the first N calls (default: \(PageRenderer.usualLimit))")

    static let html = CommandDefinition(
        name: "html", summary: "write a page to look at, search, replay and share",
        operand: .input, options: [noSource, calls] + OptionDefinition.filtering + OptionDefinition.rendering,
        examples: [
            Example(line: "rxtrace html -o trace.html", purpose: "the first sample; the file opens in any browser"),
            Example(
                line: "rxtrace html search.rxtrace --only Search.swift -o search.html", purpose: "a part of a trace"),
            Example(line: "rxtrace html --no-source trace.json -o trace.html", purpose: "without the source code"),
        ],
        run: { arguments in
            let input = try TraceInput(arguments)
            let standardOutput = try StandardOutput.divert()
            let destination = try OutputDestination(path: arguments.value(of: .output), standardOutput: standardOutput)
            let source = try AnalysisSource(arguments).read(input)
            let renderer = PageRenderer(
                hasSource: !arguments.has(noSource), limit: arguments.number(of: calls) ?? PageRenderer.usualLimit)
            try destination.write { try renderer.render(source, to: $0) }
        })
}

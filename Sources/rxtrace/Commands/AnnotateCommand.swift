import RxTraceKit

extension CommandDefinition {
    private static let all = OptionDefinition(name: "all", summary: "show the lines that did nothing, too")
    private static let format = OptionDefinition(
        name: "format", value: .choice(["text", "json"]), summary: "how to write the lines (default: text)")

    static let annotate = CommandDefinition(
        name: "annotate", summary: "show the source, with what each line did beside it",
        operand: .neededInput,
        options: [all, format, .width, .ascii, .color] + OptionDefinition.filtering + OptionDefinition.rendering,
        terms: AnnotatedSourceText.Column.allCases.map { .init(word: $0.rawValue, meaning: $0.meaning) },
        examples: [
            Example(line: "rxtrace annotate flat-map-latest", purpose: "the lines of a sample that did something"),
            Example(line: "rxtrace annotate leak --all", purpose: "the whole file; a finding stands below its line"),
            Example(
                line: "rxtrace annotate observe-on --subscription 1 --format json", purpose: "for another program"),
        ],
        run: { arguments in
            let input = try TraceInput(arguments)
            let standardOutput = try StandardOutput.divert()
            let destination = try OutputDestination(
                path: arguments.value(of: .output), standardOutput: standardOutput)
            let calls = AnalysisSource(arguments)
            let whole = try calls.inForm(input.source(RecordingRequest(arguments)))
            let shown = try calls.filtered(whole)
            let text = SourceText().preferring(whole.packedSource)
            let findings = try FaultSearch.findings(in: whole, text: text)
            let annotated = AnnotatedSource(
                shown, try LineActivity(shown), findings: findings, text: text, showsAll: arguments.has(all))
            try destination.write { output in
                if arguments.value(of: format) == "json" {
                    return try AnnotatedSourceJSON().render(annotated, to: output)
                }
                let style = OutputStyle(arguments, destination)
                try AnnotatedSourceText(width: style.width, branches: style.branches, usesColor: style.usesColor)
                    .render(annotated, to: output)
            }
        })
}

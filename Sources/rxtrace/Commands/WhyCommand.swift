import RxTraceKit

extension CommandDefinition {
    private static let format = OptionDefinition(
        name: "format", value: .choice(["text", "json"]), summary: "how to write the chain (default: text)")
    private static let nth = OptionDefinition(
        name: "nth", value: .number(placeholder: "NUMBER", range: 1...Int.max),
        summary: "which of the events that match (default: the last)")
    private static let closeness = OptionDefinition(
        name: "zoom", value: .choice(Zoom.allCases.map(\.rawValue)),
        summary: "which calls of the chain to show (default: operators)")

    static let why = CommandDefinition(
        name: "why", summary: "tell why an event came: back to its emission and the subscribe",
        operand: Operand(
            placeholder: "INPUT [EVENT]",
            summary:
                "INPUT as everywhere; EVENT is a call's id (@812), a closure's label (onError, transform), with the "
                + "value it was handed (onNext=3; * and ? are wildcards), the text of a mark, or last, which is the "
                + "default. If several match, the last of them is told about. Any other text is looked for in the "
                + "values",
            isNeeded: true,
            words: { Operand.input.words() + EventWord.usual }, allowsAfter: { words, _ in words.count < 2 }),
        options: [format, closeness, .width, .ascii, .color, nth, .except, .hide] + OptionDefinition.rendering,
        examples: [
            Example(
                line: "rxtrace why observe-on onNext=B", purpose: "who sent B to the queue, and how long it waited"),
            Example(line: "rxtrace why retry last --zoom internals", purpose: "every call that led to the last event"),
            Example(line: "rxtrace why map-filter transform --nth 2 --format json", purpose: "for another program"),
        ],
        run: { arguments in
            let word = try EventWord(arguments.operands.count > 1 ? arguments.operands[1] : "last")
            let input = try TraceInput(arguments, operands: Array(arguments.operands.prefix(1)))
            let standardOutput = try StandardOutput.divert()
            let destination = try OutputDestination(
                path: arguments.value(of: .output), standardOutput: standardOutput)
            let (source, found) = try AnalysisSource(arguments).answer(input) { source in
                (source, try word.explain(in: source, ordinal: arguments.number(of: nth)))
            }
            try destination.write { output in
                if arguments.value(of: format) == "json" {
                    return try CausalChainJSON().render(found.chain, match: found.match, of: source, to: output)
                }
                let style = OutputStyle(arguments, destination)
                let renderer = CausalChainRenderer(
                    zoom: arguments.choice(of: closeness) ?? .operators, width: style.width, branches: style.branches,
                    usesColor: style.usesColor)
                try renderer.render(found.chain, match: found.match, of: source, to: output)
            }
        })
}

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

    private static let effects = OptionDefinition(
        name: "effects", summary: "forward instead: all that became of the event, and where each branch ended")

    static let why = CommandDefinition(
        name: "why", summary: "tell why an event came, or why none did: back to its emission and the subscribe",
        operand: Operand(
            placeholder: "INPUT [EVENT]",
            summary:
                "INPUT as everywhere; EVENT is a call's id (@812), a closure's label (onError, transform), with the "
                + "value it was handed (onNext=3; * and ? are wildcards), the text of a mark, or last, which is the "
                + "default. If several match, the last of them is told about. Any other text is looked for in the "
                + "values. If no closure onNext, onError or onCompleted ran, how far such events came is told",
            isNeeded: true,
            words: { Operand.input.words() + EventWord.usual }, allowsAfter: { words, _ in words.count < 2 }),
        options: [effects, format, closeness, .width, .ascii, .color, nth, .except, .hide] + OptionDefinition.rendering,
        examples: [
            Example(
                line: "rxtrace why observe-on onNext=B", purpose: "who sent B to the queue, and how long it waited"),
            Example(
                line: "rxtrace why flat-map-latest @21 --effects", purpose: "what became of an event that nobody saw"),
            Example(line: "rxtrace why retry last --zoom internals", purpose: "every call that led to the last event"),
            Example(line: "rxtrace why map-filter transform --nth 2 --format json", purpose: "for another program"),
        ],
        run: { arguments in
            let word = try EventWord(arguments.operands.count > 1 ? arguments.operands[1] : "last")
            let input = try TraceInput(arguments, operands: Array(arguments.operands.prefix(1)))
            let standardOutput = try StandardOutput.divert()
            let destination = try OutputDestination(
                path: arguments.value(of: .output), standardOutput: standardOutput)
            let isJSON = arguments.value(of: format) == "json"
            let style = OutputStyle(arguments, destination)
            let zoom = arguments.choice(of: closeness) ?? Zoom.operators
            let (source, answer) = try AnalysisSource(arguments).answer(input) { source in
                (
                    source,
                    try WhyAnswer(
                        word, in: source, ordinal: arguments.number(of: nth), isForward: arguments.has(effects))
                )
            }
            try destination.write { output in
                switch answer {
                case .unreached(let unreached):
                    if isJSON {
                        return try EventEffectsJSON().render(unreached, word: word.text, of: source, to: output)
                    }
                    let renderer = UnreachedClosureRenderer(
                        width: style.width, branches: style.branches, usesColor: style.usesColor)
                    try renderer.render(unreached, word: word.text, of: source, to: output)
                case .effects(let event, let effects):
                    if isJSON { return try EventEffectsJSON().render(effects, of: event, in: source, to: output) }
                    let renderer = EventEffectsRenderer(
                        zoom: zoom, width: style.width, branches: style.branches, usesColor: style.usesColor)
                    try renderer.render(effects, of: event, in: source, to: output)
                case .causes(let match, let chain):
                    if isJSON { return try CausalChainJSON().render(chain, match: match, of: source, to: output) }
                    let renderer = CausalChainRenderer(
                        zoom: zoom, width: style.width, branches: style.branches, usesColor: style.usesColor)
                    try renderer.render(chain, match: match, of: source, to: output)
                }
            }
            if case .unreached = answer { throw CommandFinding() }
        })
}

/// What `why` has to tell.
private enum WhyAnswer {
    case causes(EventQuery.Match, CausalChain)
    case effects(Int, EventEffects)
    case unreached(UnreachedClosure)

    /// - Parameter isForward: whether the effects of the event are asked for, rather than its causes.
    init(_ word: EventWord, in source: any TraceSource, ordinal: Int?, isForward: Bool) throws {
        let answer = try word.answer(in: source, ordinal: ordinal)
        if !isForward, let unreached = try word.unreached(in: source, beside: answer?.chain) {
            self = .unreached(unreached)
            return
        }
        guard let (match, chain) = answer else { throw try word.absence(source, ordinal) }
        if isForward, let (event, effects) = try word.effects(of: chain, in: source) {
            self = .effects(event, effects)
        } else {
            self = .causes(match, chain)
        }
    }
}

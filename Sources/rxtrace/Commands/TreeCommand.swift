extension CommandDefinition {
    static let tree = CommandDefinition(
        name: "tree", summary: "draw the call chain as a tree, across every scheduler hop",
        operand: .input,
        options: OptionDefinition.drawing + OptionDefinition.folding + OptionDefinition.filtering
            + OptionDefinition.rendering,
        examples: [
            Example(line: "rxtrace tree --zoom operators", purpose: "the first sample without the machinery"),
            Example(line: "rxtrace tree timer --depth 3", purpose: "the outermost three levels"),
            Example(line: "rxtrace tree map-filter --only MapSink", purpose: "the calls of one operator, and below"),
            Example(line: "rxtrace tree retry --around onNext=response", purpose: "the causes of an event"),
            Example(line: "rxtrace tree --color always | less -R", purpose: "page through it in colour"),
        ],
        run: { try RenderCommand($0, format: .tree).run() })
}

extension CommandDefinition {
    static let dot = CommandDefinition(
        name: "dot", summary: "write the graph of observables, sinks and observers for Graphviz",
        operand: .input, options: [.zoom] + OptionDefinition.filtering + OptionDefinition.rendering,
        examples: [
            Example(line: "rxtrace dot | dot -Tsvg > graph.svg", purpose: "the first sample as a drawing"),
            Example(line: "rxtrace dot --zoom internals trace.json", purpose: "with disposables and schedulers"),
        ],
        run: { try RenderCommand($0, format: .dot).run() })
}

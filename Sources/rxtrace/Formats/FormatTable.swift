import Foundation
import RxTraceKit

/// The table of all formats: a renderer, a row here and its test make a new one.
enum FormatTable {
    static let usual = tree

    static let formats: [FormatDefinition] = [
        tree, json, jsonLines, csv, dot, svg, mermaid, marble, perfetto, chrome, folded, otlp,
    ]

    static func find(_ name: String) -> FormatDefinition? { formats.first { $0.name == name } }

    /// The format that a file's name asks for; nil where it asks for none.
    static func format(ofFile path: String) -> FormatDefinition? {
        formats.filter { path.hasSuffix($0.suffix) }.max { $0.suffix.count < $1.suffix.count }
    }

    /// The list in docs/formats.md.
    static var markdown: String {
        let head = "| command | file | writes | memory |\n|---|---|---|---|\n"
        return formats.reduce(head) { text, format in
            let memory = format.isStreaming ? "call by call" : "the whole trace"
            return text + "| `rxtrace \(format.name)` | `\(format.suffix)` | \(format.summary) | \(memory) |\n"
        }
    }
}

extension OptionDefinition {
    static let format = OptionDefinition(
        name: "format", value: .choice(FormatTable.formats.map(\.name)),
        summary: "what to render (default: by the end of the name of --output, else \(FormatTable.usual.name))")
}

extension FormatTable {
    private static let tree = FormatDefinition(
        name: "tree", summary: "draw the call chain as a tree, across every scheduler hop", suffix: ".txt",
        options: OptionDefinition.drawing + OptionDefinition.folding,
        examples: [
            .init(line: "rxtrace tree --zoom operators", purpose: "the first sample without the machinery"),
            .init(line: "rxtrace tree timer --depth 3", purpose: "the outermost three levels"),
            .init(line: "rxtrace tree map-filter --only MapSink", purpose: "the calls of one operator, and below"),
            .init(line: "rxtrace tree retry --around onNext=response", purpose: "the causes of an event"),
            .init(line: "rxtrace tree --color always | less -R", purpose: "page through it in colour"),
        ],
        renderer: { arguments, style in
            TreeRenderer(
                zoom: arguments.choice(of: .zoom) ?? .internals, width: style.width, branches: style.branches,
                usesColor: style.usesColor, folds: !arguments.has(.noFold), indentsChains: arguments.has(.indent))
        })

    static let json = FormatDefinition(
        name: "json", summary: "write the trace as one JSON document, which every command reads", suffix: ".json",
        options: [.noTimes],
        examples: [
            .init(line: "rxtrace json -o trace.json", purpose: "keep a trace"),
            .init(line: "rxtrace json --canonical", purpose: "to compare with another run's"),
        ],
        renderer: { arguments, _ in JSONRenderer(times: !arguments.has(.noTimes)) })

    static let jsonLines = FormatDefinition(
        name: "jsonl", summary: "write the trace as JSON Lines: the header, then one object per line", suffix: ".jsonl",
        options: [.noTimes],
        examples: [
            .init(line: "rxtrace jsonl | grep '\"dispose\"'", purpose: "search the calls with the tools of the shell"),
            .init(line: "rxtrace jsonl --thread main --min-time 1ms", purpose: "slow calls on the main thread"),
            .init(line: "rxtrace jsonl retry -o trace.jsonl", purpose: "to be asked with SQL: see docs/sql.md"),
        ],
        renderer: { arguments, _ in JSONLinesRenderer(times: !arguments.has(.noTimes)) })

    private static let dot = FormatDefinition(
        name: "dot", summary: "write the graph of operators and subscriptions for Graphviz", suffix: ".dot",
        options: [.zoom],
        examples: [
            .init(line: "rxtrace dot | dot -Tsvg > graph.svg", purpose: "the first sample as a drawing"),
            .init(line: "rxtrace dot --zoom internals trace.json", purpose: "with disposables and schedulers"),
        ],
        renderer: { arguments, _ in DOTRenderer(zoom: arguments.choice(of: .zoom) ?? .operators) })

    private static let chrome = FormatDefinition(
        name: "chrome", summary: "write a timeline for chrome://tracing, speedscope and Perfetto",
        suffix: ".chrome.json",
        examples: [
            .init(
                line: "rxtrace chrome observe-on -o observe-on.chrome.json",
                purpose: "to be opened in ui.perfetto.dev, which keeps it in the browser"),
            .init(line: "rxtrace chrome timer --only Timer", purpose: "a part of a trace"),
        ],
        renderer: { _, _ in ChromeRenderer() })

    private static let perfetto = FormatDefinition(
        name: "perfetto", summary: "write a timeline for Perfetto in its own binary format, a third of chrome's size",
        suffix: ".pftrace", isBinary: true,
        examples: [
            .init(
                line: "rxtrace perfetto observe-on -o observe-on.pftrace",
                purpose: "to be opened in ui.perfetto.dev, which keeps it in the browser"),
            .init(line: "rxtrace perfetto timer --only Timer -o timer.pftrace", purpose: "a part of a trace"),
        ],
        renderer: { _, _ in PerfettoRenderer() })

    private static let spans = OptionDefinition(
        name: "spans", value: .choice(OTLPRenderer.Spans.allCases.map(\.rawValue)),
        summary: "the spans: subscriptions, with their events, or every call (default: subscriptions)")

    private static let post = OptionDefinition(
        name: "post", value: .text(placeholder: "URL"),
        summary: "post them to a collector, such as http://localhost:4318, or env for that of "
            + "OTEL_EXPORTER_OTLP_ENDPOINT; --output keeps them as well")
    private static let patience = OptionDefinition(
        name: "post-timeout", value: .number(placeholder: "SECONDS", range: 1...3_600),
        summary: "how long the collector may take for an answer (default: 10)")

    private static let otlp = FormatDefinition(
        name: "otlp", summary: "write spans for OpenTelemetry, Jaeger and Tempo", suffix: ".otlp.json",
        options: [spans, post, patience],
        examples: [
            .init(line: "rxtrace otlp retry -o retry.otlp.json", purpose: "a span per subscription"),
            .init(line: "rxtrace otlp timer --spans calls", purpose: "a span per call"),
        ],
        renderer: { arguments, _ in
            let renderer = OTLPRenderer(spans: arguments.choice(of: spans) ?? .subscriptions)
            guard let url = arguments.value(of: post) else { return renderer }
            return CollectorRenderer(
                renderer: renderer,
                address: try CollectorAddress(url, environment: ProcessInfo.processInfo.environment),
                patience: Double(arguments.number(of: patience) ?? 10), isWritten: arguments.has(.output))
        })

    private static let measure = OptionDefinition(
        name: "by", value: .choice(FoldedRenderer.Measure.allCases.map(\.rawValue)),
        summary: "the numbers: calls, nanoseconds in the calls themselves, or nanoseconds that work waited which they "
            + "had asked for (default: calls)")

    private static let folded = FormatDefinition(
        name: "folded", summary: "write folded stacks, for flame graphs", suffix: ".folded", options: [measure],
        examples: [
            .init(line: "rxtrace folded retry | flamegraph.pl > calls.svg", purpose: "a flame graph of the calls"),
            .init(line: "rxtrace folded observe-on --by waiting", purpose: "the nanoseconds that work waited"),
        ],
        renderer: { arguments, _ in FoldedRenderer(measure: arguments.choice(of: measure) ?? .calls) })

    private static let csv = FormatDefinition(
        name: "csv", summary: "write the events as comma-separated values", suffix: ".csv",
        examples: [
            .init(line: "rxtrace csv timer -o timer.csv", purpose: "all events, sinks' own included"),
            .init(line: "rxtrace csv map-filter --only AnonymousObserver", purpose: "those that reached an observer"),
        ],
        renderer: { _, _ in CSVRenderer() })

    private static let layout = OptionDefinition(
        name: "layout", value: .choice(["own", "dot"]),
        summary: "who places the boxes: rxtrace, the same on every machine, or Graphviz's dot (default: own)")

    private static let svg = FormatDefinition(
        name: "svg", summary: "draw the graph as SVG, as it is on the page", suffix: ".svg",
        options: [.zoom, layout],
        examples: [
            .init(line: "rxtrace svg reused-cell-rx -o reused-cell-rx.svg", purpose: "open it in a browser"),
            .init(line: "rxtrace svg --zoom internals -o graph.svg", purpose: "with the library's own parts"),
        ],
        renderer: { arguments, _ in
            let zoom = arguments.choice(of: .zoom) ?? Zoom.operators
            guard arguments.value(of: layout) == "dot" else { return SVGGraphRenderer(zoom: zoom) }
            return try GraphvizRenderer(zoom: zoom)
        })

    private static let diagram = OptionDefinition(
        name: "diagram", value: .choice(MermaidRenderer.Diagram.allCases.map(\.rawValue)),
        summary: "which of Mermaid's diagrams (default: sequence)")

    private static let mermaid = FormatDefinition(
        name: "mermaid", summary: "write a Mermaid diagram for pages: a sequence, or the graph", suffix: ".mmd",
        options: [.zoom, diagram],
        examples: [
            .init(line: "rxtrace mermaid map-filter -o map-filter.mmd", purpose: "a message per call"),
            .init(line: "rxtrace mermaid --diagram flowchart", purpose: "the graph"),
        ],
        renderer: { arguments, _ in
            MermaidRenderer(
                diagram: arguments.choice(of: diagram) ?? .sequence, zoom: arguments.choice(of: .zoom) ?? .operators)
        })

    private static let axis = OptionDefinition(
        name: "axis", value: .choice(MarbleRenderer.Axis.allCases.map(\.rawValue)),
        summary: "what a column is: a moment, or a span of time (default: moments)")
    private static let asSVG = OptionDefinition(name: "svg", summary: "draw it as SVG rather than in text")

    private static let marble = FormatDefinition(
        name: "marble", summary: "draw marbles, a row per operator of a chain", suffix: ".marble.txt",
        options: [axis, asSVG, .width, .noFold],
        examples: [
            .init(line: "rxtrace marble combine-latest", purpose: "by moments: all that came of one emission is one"),
            .init(line: "rxtrace marble timer --axis time", purpose: "by real time"),
            .init(line: "rxtrace marble map-filter --svg -o map-filter.svg", purpose: "as a drawing"),
        ],
        renderer: { arguments, style in
            let axis = arguments.choice(of: axis) ?? MarbleRenderer.Axis.moments
            let folds = !arguments.has(.noFold)
            return arguments.has(asSVG)
                ? SVGMarbleRenderer(axis: axis, folds: folds)
                : MarbleRenderer(axis: axis, width: style.width ?? 80, folds: folds)
        })
}

/// Renders the difference of two traces as one HTML file: both side by side with the changes marked, and either of them
/// in the views of a ``PageRenderer``.
///
/// ```swift
/// try ComparisonPage().render(TraceDifference(golden, trace), to: output)
/// ```
///
/// The traces are shown in their canonical form, without times, as they were compared.
public struct ComparisonPage: Sendable {
    private static let version = 1

    /// Whether the source around the calls is in the page.
    public var hasSource: Bool
    /// The most calls of each trace that the page holds.
    public var limit: Int
    /// The source that each of the traces carries along.
    package var packedSources: (old: Trace.PackedSource, new: Trace.PackedSource) = (.init(), .init())

    /// Makes a renderer of pages.
    public init(hasSource: Bool = true, limit: Int = PageRenderer.usualLimit) {
        self.hasSource = hasSource
        self.limit = limit
    }

    /// - Throws: the errors of `output`.
    public func render(_ difference: TraceDifference, to output: TextOutput) throws {
        let text = SourceText()
        let sides: [(name: StaticString, trace: Trace, source: Trace.PackedSource)] = [
            ("old", difference.old, packedSources.old), ("new", difference.new, packedSources.new),
        ]
        try PageFrame().write(to: output) { output in
            let json = InertJSON(output: output)
            try output.write(literal: "{")
            try json.key("format", isFirst: true)
            try json.string("rxtrace-comparison")
            try json.key("version")
            try output.write(Self.version)
            try json.key("summary")
            try json.array(difference.summary, json.string)
            try json.key("kinds")
            try json.array(TraceDifference.Row.Kind.allCases) { try json.string($0.rawValue) }
            try json.key("rows")
            try write(difference.rows.filter { $0.oldCall != nil || $0.newCall != nil }, json)
            for side in sides {
                try json.key(side.name)
                try pageData(of: side.trace, text.preferring(side.source)).write(to: output)
            }
            try output.write(literal: "}")
        }
    }

    private func pageData(of trace: Trace, _ text: SourceText) throws -> PageData {
        var untimed = trace
        for index in untimed.calls.indices {
            untimed.calls[index].start = nil
            untimed.calls[index].duration = nil
        }
        return try PageData(TraceInMemory(untimed), limit: limit, text: text, hasSource: hasSource)
    }

    /// The rows as columns; a call is its position plus one, and 0 is none.
    private func write(_ rows: [TraceDifference.Row], _ json: InertJSON) throws {
        let kinds = TraceDifference.Row.Kind.allCases
        func position(_ call: Int?) -> Int { call.flatMap { $0 < limit ? $0 + 1 : nil } ?? 0 }
        try json.output.write(literal: "{")
        try json.key("kind", isFirst: true)
        try json.numbers(rows.map { kinds.firstIndex(of: $0.kind) ?? 0 })
        try json.key("depth")
        try json.numbers(rows.map(\.depth))
        try json.key("old")
        try json.numbers(rows.map { position($0.oldCall) })
        try json.key("new")
        try json.numbers(rows.map { position($0.newCall) })
        try json.output.write(literal: "}")
    }
}

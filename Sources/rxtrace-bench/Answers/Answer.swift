import RxTraceKit

/// A question about a trace, answered as the command of its name does; the bytes written are counted, not kept.
struct Answer {
    let name: String
    /// Answers, and tells how many bytes that wrote.
    let give: (any TraceSource) throws -> Int

    static let all = [
        Answer(name: "read") { source in
            var count = 0
            try source.forEachCall { count += $0.thread }
            return count
        },
        Answer(name: "json") { source in try written { try JSONRenderer().render(source, to: $0) } },
        Answer(name: "tree") { source in try written { try TreeRenderer().render(source, to: $0) } },
        Answer(name: "tree-depth") { source in try tree(source) { $0.depth = 2 } },
        Answer(name: "tree-only") { source in try tree(source) { $0.only = [TracePattern("MapSink")] } },
        Answer(name: "tree-user") { source in try written { try TreeRenderer(zoom: .user).render(source, to: $0) } },
        Answer(name: "why") { source in
            guard let (match, chain) = try EventQuery("last")?.explain(in: source) else { return 0 }
            return try written { try CausalChainRenderer().render(chain, match: match, of: source, to: $0) }
        },
        Answer(name: "stats") { source in
            let statistics = try TraceStatistics(source, by: .operator)
            return try written { try StatisticsTable(sortedBy: .own).render(statistics, of: source, to: $0) }
        },
        Answer(name: "lint") { source in
            let findings = try Lint().findings(in: NamedTrace.naming(source))
            return try written { try FindingText().render(findings, summary: "", to: $0) }
        },
        Answer(name: "leaks") { source in
            let leaks = try LeakSearch().leaks(in: NamedTrace.naming(source))
            return try written { try FindingText().render(leaks.map(\.finding), summary: "", to: $0) }
        },
        Answer(name: "annotate") { source in
            let named = try NamedTrace.naming(source)
            let text = SourceText().preferring(named.packedSource)
            let findings = try FaultSearch.findings(in: named, text: text)
            let lines = AnnotatedSource(named, try LineActivity(named), findings: findings, text: text, showsAll: false)
            return try written { try AnnotatedSourceText().render(lines, to: $0) }
        },
        Answer(name: "html") { source in
            let named = try NamedTrace.naming(source)
            return try written { try PageRenderer().render(named, to: $0) }
        },
        Answer(name: "diff") { source in
            let difference = TraceDifference(try source.trace(), try source.trace())
            return try written { try DifferenceRenderer().render(difference, to: $0) }
        },
        Answer(name: "marble") { source in
            let trace = try NamedTrace.naming(source).trace()
            return try written { try MarbleRenderer().render(trace, to: $0) }
        },
        Answer(name: "jsonl") { source in try written { try JSONLinesRenderer().render(source, to: $0) } },
    ]

    private static func tree(_ source: any TraceSource, _ set: (inout TraceFilter) -> Void) throws -> Int {
        var filter = TraceFilter()
        set(&filter)
        let filtered = try filter.apply(to: source)
        return try written { try TreeRenderer().render(filtered, to: $0) }
    }

    private static func written(_ render: (TextOutput) throws -> Void) throws -> Int {
        var count = 0
        let output = TextOutput { count += $0.count }
        try render(output)
        try output.flush()
        return count
    }
}

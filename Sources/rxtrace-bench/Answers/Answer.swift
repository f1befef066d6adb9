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

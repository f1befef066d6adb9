/// Writes ``TraceStatistics`` as one JSON object; times are in nanoseconds.
public struct StatisticsJSON: Sendable {
    /// The column that the rows are sorted by.
    public var column: TraceStatistics.Column

    /// Makes a renderer.
    public init(sortedBy column: TraceStatistics.Column) {
        self.column = column
    }

    /// Writes the statistics of a trace.
    public func render(_ statistics: TraceStatistics, of source: any TraceSource, to output: TextOutput) throws {
        var object = JSONObjectWriter(output)
        try object.begin()
        try object.add("scenario", source.scenario)
        try object.addDrops(of: source)
        try object.add("calls", statistics.callCount)
        let descriptions = source.descriptions
        if descriptions != Trace.Descriptions() {
            try object.add("describing", descriptions.nanoseconds)
            try object.add("cut", descriptions.cut)
        }
        try object.add("by", statistics.grouping.rawValue)
        try object.add("rows", statistics.sorted(by: column), indent: 1) { row, json in
            let totals = row.totals
            try json.add("name", row.name)
            try json.addSite(row.site)
            try json.add("calls", totals.calls)
            try json.add("subscriptions", totals.subscriptions)
            try json.add("peak", totals.peakLive)
            try json.add("in", totals.eventsIn)
            try json.add("out", totals.eventsOut)
            try json.add("drops", totals.drops)
            if !row.sources.isEmpty {
                try json.add("sources", row.sources, indent: 3) { source, json in
                    try json.add("name", source.name)
                    try json.addSite(source.site)
                    try json.add("in", source.eventsIn)
                }
            }
            guard statistics.hasTimes else { return }
            try json.add("threads", totals.peakThreads)
            try json.add("closures", totals.closures)
            try json.add("own", totals.own)
            try json.add("waited", totals.waited)
            try json.add("longestWait", totals.longestWait)
        }
        try object.end()
        try output.write("\n")
    }
}

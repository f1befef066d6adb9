/// A trace as the page's script reads it: columns instead of rows, each text once.
struct PageData {
    private static let version = 1

    private let source: any TraceSource
    /// The calls that it shows, with the source's rows.
    private let held: TraceInMemory
    private let findings: [Trace.Finding]
    private let files: PageFiles
    private let graphs: PageGraphs
    private let chains: PageChains
    /// By which call each subscription ended.
    private let departures: SubscriptionDepartures
    private var calls: PageCalls
    private var words: PageWords
    private let lost: [LostEvent]
    /// Of a trace that is cut, those that the page's calls speak of, and all before them.
    private let nodes: TraceTable<Trace.Node>.SubSequence
    private let subscriptions: TraceTable<Trace.Subscription>.SubSequence

    /// - Parameters:
    ///   - text: where the source is read from.
    ///   - hasSource: whether its lines are put in.
    init(_ source: any TraceSource, limit: Int, text: SourceText, hasSource: Bool) throws {
        let picture = try PicturedTrace(source)
        let held = TraceInMemory(picture.trace, nodes: picture.trace.nodes, closures: picture.trace.closures)
        (self.source, self.held) = (source, held)
        let lost = picture.lost.map { call, event in LostEvent(call: call, reason: event.reason, site: event.site) }
            .sorted { $0.call < $1.call }
        self.lost = lost
        // The faults are those of the whole trace: a filter may leave out the calls that prove the opposite.
        let found = try (source as? FilteredTrace).map { try FaultSearch.findings(in: $0, text: text) }
        let origin = text.origin
        let (aside, pictured) = try TwoThreads.run(
            {
                (
                    try found ?? FaultSearch.findings(in: held, text: SourceText(origin)),
                    try LineActivity(held, lost: Set(lost.map(\.call)))
                )
            },
            while: { Pictured(picture, held, limit: limit) })
        findings = aside.0
        (calls, words, graphs, chains) = (pictured.calls, pictured.words, pictured.graphs, pictured.chains)
        (nodes, subscriptions) = (pictured.nodes, pictured.subscriptions)
        var sources = pictured.sources
        for finding in findings { sources.add(finding.site) }
        files = PageFiles(
            aside.1, excerpts: hasSource ? sources.excerpts(from: text) : [], threads: held.threads)
        departures = picture.departures
    }

    /// What needs neither the faults nor the source.
    private struct Pictured {
        var calls: PageCalls
        var words = PageWords()
        var sources = PageSources()
        let nodes: TraceTable<Trace.Node>.SubSequence
        let subscriptions: TraceTable<Trace.Subscription>.SubSequence
        let chains: PageChains
        let graphs: PageGraphs

        init(_ picture: PicturedTrace, _ held: TraceInMemory, limit: Int) {
            calls = PageCalls(held, limit: limit)
            for call in picture.trace.calls {
                if calls.add(call, words: &words), let site = call.site { sources.add(site) }
            }
            calls.finish()
            subscriptions = held.subscriptions.prefix(calls.isCut ? calls.subscriptionCount : .max)
            let observables = subscriptions.lazy.compactMap { held.nodes.position(of: $0.node) }
            nodes = held.nodes.prefix(calls.isCut ? max(calls.nodeCount, (observables.max() ?? -1) + 1) : .max)
            for node in nodes { sources.add(node.site) }
            for one in subscriptions { sources.add(one.site) }
            let graph = GraphPicture(picture, zoom: .operators, limit: PageGraphs.boxLimit)
            chains = PageChains(
                picture, graph: graph, nodes: nodes.count, subscriptions: subscriptions.count, calls: calls.count)
            graphs = PageGraphs(picture, operators: graph, nodes: nodes.count, calls: calls.count, ways: chains.ways)
        }
    }

    /// A note for the reader besides: that calls are missing.
    private var notes: [String] {
        guard calls.isCut else { return [] }
        return [
            "This page holds the first \(Count.of(calls.count, "call")) of \(Count.grouped(source.callCount)): "
                + "`rxtrace html --only`, `--subscription` or `--around` shows others."
        ]
    }

    func write(to output: TextOutput) throws {
        let json = InertJSON(output: output)
        var rows = self
        try output.write(literal: "{")
        try json.key("format", isFirst: true)
        try json.string("rxtrace-page")
        try json.key("version")
        try output.write(Self.version)
        try json.key("scenario")
        try json.string(source.scenario)
        try json.key("summary")
        try json.array(TraceSummary.lines(source), json.string)
        try json.key("notes")
        try json.array(notes, json.string)
        try json.key("isWhole")
        try output.write(literal: source is FilteredTrace || source.dropped > 0 ? "false" : "true")
        try json.key("operations")
        try json.array(OperationRow.all) { try write($0, json) }
        try json.key("roles")
        try json.array(Trace.Role.allCases) { try json.string($0.name) }
        try json.key("threads")
        try json.array(source.threads) { try json.string($0.name) }
        try rows.writeNodes(json)
        try rows.writeSubscriptions(json)
        try writeCalls(json)
        try json.key("parts")
        try json.array(calls.parts, json.numbers)
        try json.key("disposables")
        try json.column(calls.disposables)
        try json.key("lost")
        try json.array(lost.filter { calls.position(of: $0.call) != nil }) { event in
            try json.numbers([
                calls.position(of: event.call) ?? 0, Int(rows.words.number(of: event.sentence)),
                calls.position(of: event.link) ?? -1,
            ])
        }
        try json.key("graphs")
        try graphs.write(json)
        try json.key("chains")
        try chains.write(json)
        try json.key("findings")
        try json.array(findings) { try write($0, json) }
        try json.key("sources")
        try files.write(json, words: &rows.words)
        // Last, for all that comes before may add to them.
        try json.key("words")
        try json.array(rows.words.all, json.string)
        try output.write(literal: "}")
    }

    private func writeCalls(_ json: InertJSON) throws {
        try json.key("calls")
        try json.output.write(literal: "{")
        for (name, values) in calls.columns {
            try json.key(name, isFirst: "\(name)" == "id")
            try json.column(values, inSteps: "\(name)" == "id")
        }
        let hasTimes = calls.starts.count == calls.count
        try json.key("start")
        try json.column(hasTimes ? calls.starts : [])
        try json.key("duration")
        try json.column(hasTimes ? calls.durations : [])
        try json.output.write(literal: "}")
    }

    private mutating func writeNodes(_ json: InertJSON) throws {
        func row(_ id: Int?) -> Int {
            guard let position = id.flatMap({ held.nodes.position(of: $0) }), position < nodes.count else { return 0 }
            return position + 1
        }
        try json.key("nodes")
        try json.output.write(literal: "{")
        try json.key("id", isFirst: true)
        try json.column(nodes.map(\.id), inSteps: true)
        try json.key("type")
        try json.column(nodes.map { words.number(of: $0.type) })
        try json.key("generic")
        try json.column(nodes.map { words.number(of: $0.generic) })
        try json.key("role")
        try json.column(nodes.map(\.role.rawValue))
        try json.key("name")
        try json.column(nodes.map { words.number(of: $0.name) })
        try json.key("variable")
        try json.column(nodes.map { words.number(of: $0.variable) })
        try json.key("file")
        try json.column(nodes.map { words.number(of: $0.site?.file) })
        try json.key("line")
        try json.column(nodes.map { $0.site?.line ?? 0 })
        try json.key("early")
        try json.column(nodes.map { $0.isEarly ? 1 : 0 })
        try json.key("owner")
        try json.column(nodes.map { row($0.owner) })
        try json.key("does")
        try json.column(
            nodes.map {
                words.number(of: $0.behaviors.isEmpty ? nil : $0.behaviors.map(\.name).joined(separator: ", "))
            })
        try json.key("inside")
        try json.column(nodes.map { Self.isInside($0) ? 1 : 0 })
        try json.output.write(literal: "}")
    }

    /// Whether a node is a library's own machinery, which a graph leaves closed.
    private static func isInside(_ node: Trace.Node) -> Bool {
        switch node.role {
        case .disposable, .item: true
        case .scheduler: node.behaviors.contains(.stays)
        default: node.behaviors.contains(.inside)
        }
    }

    private mutating func writeSubscriptions(_ json: InertJSON) throws {
        let rows = subscriptions
        func row(_ position: Int?) -> Int { position.map { $0 + 1 } ?? 0 }
        try json.key("subscriptions")
        try json.output.write(literal: "{")
        try json.key("id", isFirst: true)
        try json.column(rows.map(\.id), inSteps: true)
        try json.key("parent")
        try json.column(rows.map { row($0.parent.flatMap { held.subscriptions.position(of: $0) }) })
        try json.key("node")
        try json.column(rows.map { row(held.nodes.position(of: $0.node)) })
        try json.key("name")
        try json.column(rows.map { words.number(of: $0.name) })
        try json.key("file")
        try json.column(rows.map { words.number(of: $0.site?.file) })
        try json.key("line")
        try json.column(rows.map { $0.site?.line ?? 0 })
        try json.key("ended")
        try json.column(rows.map { words.number(of: $0.ended) })
        try json.key("end")
        try json.column(rows.map { row(calls.position(of: departures[$0.id]?.call)) })
        try json.output.write(literal: "}")
    }

    private func write(_ operation: OperationRow, _ json: InertJSON) throws {
        try json.output.write(literal: "{")
        try json.key("name", isFirst: true)
        try json.string(operation.name.description)
        try json.key("meaning")
        try json.string(operation.meaning.rawValue)
        try json.key("label")
        try json.string(operation.label.rawValue)
        try json.key("edge")
        try json.string(operation.edge.rawValue)
        try json.key("asksForWork")
        try json.output.write(literal: operation.asksForWork ? "true" : "false")
        try json.key("isPassedThrough")
        try json.output.write(literal: operation.isPassedThrough ? "true" : "false")
        try json.output.write(literal: "}")
    }

    private func write(_ finding: Trace.Finding, _ json: InertJSON) throws {
        try json.output.write(literal: "{")
        try json.key("rule", isFirst: true)
        try json.string(finding.rule)
        try json.key("severity")
        try json.string(finding.severity.name)
        try json.key("message")
        try json.string(finding.sentence)
        try write(finding.site, json)
        try json.key("evidence")
        try json.array(finding.evidence) { evidence in
            try json.output.write(literal: "{")
            try json.key("text", isFirst: true)
            try json.string(evidence.text)
            try json.key("call")
            try json.output.write(evidence.call ?? 0)
            try write(evidence.site, json)
            try json.output.write(literal: "}")
        }
        try json.key("remedy")
        try json.string(finding.remedy)
        try json.output.write(literal: "}")
    }

    private func write(_ site: Trace.Site?, _ json: InertJSON) throws {
        guard let site else { return }
        try json.key("file")
        try json.string(site.file)
        try json.key("line")
        try json.output.write(site.line)
    }
}

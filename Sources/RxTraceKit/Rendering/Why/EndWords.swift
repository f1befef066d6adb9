/// Says in words where a branch of what became of an event ended.
struct EndWords {
    private let nodes: TraceTable<Trace.Node>
    private let subscriptions: TraceTable<Trace.Subscription>
    private let names: NodeNames
    private let makers: [Int: String]
    private let owners: OperatorOwners

    init(_ source: any TraceSource, names: NodeNames, makers: [Int: String]) {
        nodes = source.nodes
        subscriptions = source.subscriptions
        self.names = names
        self.makers = makers
        owners = OperatorOwners(source)
    }

    /// The words of an end, such as `dropped by distinctUntilChanged, equal to @29`.
    func sentence(_ end: EventEnd) -> String {
        switch end {
        case .lost(let lost): return lost.sentence
        case .dropped(let node, let like, let lacking):
            let equal = like.map { ", equal to @\($0)" } ?? ""
            let missing = lacking.isEmpty ? "" : ", which had got nothing from \(list(lacking))"
            return "dropped by \(name(node))\(equal)\(missing)"
        case .kept(let node, let waiting):
            let ended = waiting.filter(\.hasEnded)
            if !ended.isEmpty {
                return "kept by \(name(node)) for nothing: \(list(ended)) completed without an element"
            }
            return "kept by \(name(node))" + (waiting.isEmpty ? "" : ", which still waits for \(list(waiting))")
        case .replaced(let node, let call): return "kept by \(name(node)) until @\(call) took its place"
        case .keptToTheEnd(let node): return "kept by \(name(node)), which waits for the end of its source"
        case .keptForLater(let node): return "kept by \(name(node)) for those who subscribe later"
        case .taken(let node): return "taken by \(name(node)), which goes on"
        case .unanswered(let id):
            let site = id.flatMap { subscriptions[id: $0] }?.site.map { " (\(TerminalText.escaped($0.description)))" }
            return "reached " + (id.map { "subscription \($0)" } ?? "an observer") + (site ?? "")
                + ", which has no closure for it"
        case .notRun(let node): return "waits for \(queue(node)), which had not run it at the end"
        case .givenUp(let node, let call): return "cancelled by @\(call), before \(queue(node)) ran it"
        }
    }

    private func queue(_ node: Int?) -> String { node.map(name) ?? "its queue" }

    /// `coupon (Cart.swift:9)`, or `coupon (Cart.swift:9) and price (Cart.swift:10)`.
    private func list(_ sources: [EventEnd.Source]) -> String {
        let words = sources.prefix(4).map { placed($0.node) }
        let more = sources.count > 4 ? ["\(Count.of(sources.count - 4, "more source"))"] : []
        return WordList.of(words + more)
    }

    /// What the source calls it, or the operator that the user wrote, with its place.
    func placed(_ id: Int) -> String {
        guard let position = nodes.position(of: id), let site = owners.site(of: position) else { return name(id) }
        return "\(name(id)) (\(TerminalText.escaped(site.description)))"
    }

    /// What the source calls it; else the operator that the user wrote, or its type.
    func name(_ id: Int) -> String {
        guard let position = nodes.position(of: id) else { return "an operator" }
        let isMade = nodes[position].role != .subject && nodes[position].name == nil
        if isMade, names.variable(of: position) == nil, let word = makers[id] {
            return TerminalText.escaped(word)
        }
        return names.operatorName(of: position)
    }
}

/// The places in source code that a Perfetto trace names, by numbers from 0.
struct PerfettoPlaces {
    private let nodes: TraceTable<Trace.Node>
    private let subscriptions: TraceTable<Trace.Subscription>
    private var numbers: [Trace.Site: Int] = [:]
    private var sites: [Trace.Site] = []
    /// For each node the number of its place; -1 where it has none, -2 where it was not asked for.
    private var ofNodes: [Int32]

    init(_ source: any TraceSource) {
        nodes = source.nodes
        subscriptions = source.subscriptions
        ofNodes = Array(repeating: -2, count: nodes.count)
    }

    /// The place that has a number.
    func site(_ number: Int) -> Trace.Site { sites[number] }

    mutating func number(of site: Trace.Site) -> Int {
        if let number = numbers[site] { return number }
        numbers[site] = sites.count
        sites.append(site)
        return sites.count - 1
    }

    /// The place of a call: where the user's code made it or, failing that, its receiver; nil where neither is known.
    mutating func number(of call: Trace.Call) -> Int? {
        if let site = call.site { return number(of: site) }
        if call.operation == .subscribe, call.parent == nil, let id = call.subscription,
            let site = subscriptions[id: id]?.site
        {
            return number(of: site)
        }
        guard let node = call.node.flatMap({ nodes.position(of: $0) }) else { return nil }
        if ofNodes[node] == -2 { ofNodes[node] = nodes[node].site.map { Int32(number(of: $0)) } ?? -1 }
        return ofNodes[node] < 0 ? nil : Int(ofNodes[node])
    }
}

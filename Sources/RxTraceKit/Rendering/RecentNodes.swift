/// The nodes of a trace by id, the ones asked for lately kept: making a row of a long recording takes its time.
struct RecentNodes {
    private static let capacity = 1024

    private let nodes: TraceTable<Trace.Node>
    private var kept: [Trace.Node?] = Array(repeating: nil, count: capacity)

    init(_ nodes: TraceTable<Trace.Node>) {
        self.nodes = nodes
    }

    subscript(id: Int?) -> Trace.Node? {
        mutating get {
            guard let id else { return nil }
            let place = id & (Self.capacity - 1)
            if let node = kept[place], node.id == id { return node }
            kept[place] = nodes[id: id]
            return kept[place]
        }
    }
}

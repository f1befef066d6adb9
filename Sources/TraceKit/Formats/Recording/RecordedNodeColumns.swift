/// The numbers and places of a trace's nodes, by their slots.
struct RecordedNodeColumns: Sendable {
    /// The slots of the trace's nodes in the order of their numbers.
    private var slots: [Int32] = []
    private var numbers: [Int32]
    /// The stack that led to the node's creation; -1 for none.
    var sites: [Int32]

    init(count: Int) {
        numbers = Array(repeating: 0, count: count)
        sites = Array(repeating: -1, count: count)
    }

    /// Gives a node the next number, unless it has one.
    mutating func see(_ slot: Int32) {
        guard numbers[Int(slot)] == 0 else { return }
        slots.append(slot)
        numbers[Int(slot)] = Int32(slots.count)
    }

    func number(of slot: Int32) -> Int? {
        slot >= 0 ? Int(numbers[Int(slot)]) : nil
    }

    func table(_ tables: RecordingTables, _ places: SiteResolver) -> TraceTable<Trace.Node> {
        let nodes = tables.nodes
        let (slots, sites) = (slots, sites)
        return TraceTable(count: slots.count) { position in
            let slot = slots[position]
            let type = nodes.types[Int(slot)]
            return Trace.Node(
                id: position + 1, type: tables.simpleType(type), generic: tables.type(type),
                role: nodes.roles[Int(slot)], site: places.place(of: Int(sites[Int(slot)]))?.site,
                name: nodes.names[slot])
        }
    }
}

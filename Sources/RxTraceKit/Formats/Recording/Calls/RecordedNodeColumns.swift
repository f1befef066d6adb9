/// The numbers and places of a trace's nodes, by their slots.
struct RecordedNodeColumns: Sendable {
    /// The slots of the trace's nodes in the order of their numbers.
    private var slots: [Int32] = []
    private var numbers: [Int32]
    /// The stack that led to the node's creation; -1 for none.
    private var sites: [Int32]
    /// The numbers of the threads that made them.
    private var makers: [Int32]
    /// The nodes that were made before the recording, or the part of it that is the trace, began.
    private var early: Set<Int32> = []

    init(_ tables: RecordingTables) {
        numbers = Array(repeating: 0, count: tables.nodes.count)
        sites = Array(repeating: -1, count: tables.nodes.count)
        makers = sites
        early = Set(tables.early.lazy.map { tables.nodes.slot(of: $0) })
    }

    /// Takes them from an index.
    init(_ tables: RecordingTables, _ reader: inout ByteReader) throws(ByteReader.Damage) {
        let count = tables.nodes.count
        slots = []
        numbers = Array(repeating: 0, count: count)
        sites = Array(repeating: -1, count: count)
        makers = sites
        for slot in try reader.steps() {
            guard slot >= 0, slot < count, numbers[slot] == 0 else { throw ByteReader.Damage() }
            see(Int32(slot))
        }
        for slot in 0..<count {
            let facts = try reader.number()
            if facts & 1 != 0 { early.insert(Int32(slot)) }
            guard facts & 2 != 0 else { continue }
            sites[slot] = Int32(truncatingIfNeeded: facts >> 2) &- 1
            makers[slot] = Int32(truncatingIfNeeded: try reader.count())
        }
    }

    /// Adds them to the bytes of an index.
    func add(to bytes: inout [UInt8]) {
        bytes.add(steps: slots.lazy.map { Int($0) })
        for slot in numbers.indices {
            let facts: UInt64 = early.contains(Int32(slot)) ? 1 : 0
            guard makers[slot] >= 0 else {
                bytes.add(number: facts)
                continue
            }
            bytes.add(number: facts | 2 | UInt64(sites[slot] + 1) << 2)
            bytes.add(number: UInt64(makers[slot]))
        }
    }

    /// Gives a node the next number, unless it has one.
    mutating func see(_ slot: Int32) {
        guard numbers[Int(slot)] == 0 else { return }
        slots.append(slot)
        numbers[Int(slot)] = Int32(slots.count)
    }

    /// Notes that a node was made, and where. The recording may have begun right between an object and its `create`: then
    /// the node is not early.
    mutating func noteCreation(of slot: Int32, at stack: Int32, by thread: Int) {
        sites[Int(slot)] = stack
        makers[Int(slot)] = Int32(truncatingIfNeeded: thread)
        if !early.isEmpty { early.remove(slot) }
    }

    /// Adds the nodes, by slot, that calls before the trace speak of; empty for none.
    mutating func addEarly(_ isBefore: [Bool]) {
        for (slot, isBefore) in isBefore.enumerated() where isBefore { early.insert(Int32(slot)) }
    }

    /// The nodes that were made, by number, each with the stack that led to it and the thread.
    func forEachCreation(_ body: (_ number: Int, _ stack: Int, _ thread: Int) throws -> Void) rethrows {
        for (position, slot) in slots.enumerated() where makers[Int(slot)] >= 0 {
            try body(position + 1, Int(sites[Int(slot)]), Int(makers[Int(slot)]))
        }
    }

    func number(of slot: Int32) -> Int? {
        slot >= 0 ? Int(numbers[Int(slot)]) : nil
    }

    func table(_ tables: RecordingTables, _ resolver: SiteResolver) -> TraceTable<Trace.Node> {
        let nodes = tables.nodes
        let (slots, sites, early) = (slots, sites, early)
        let numbers = numbers
        return TraceTable(count: slots.count) { position in
            let slot = slots[position]
            let type = nodes.types[Int(slot)]
            let role = nodes.roles[Int(slot)]
            let owner = nodes.owner(of: slot)
            // 0 for one that the trace's calls do not name.
            let number = owner == RecordedNodes.none ? 0 : Int(numbers[Int(owner)])
            return Trace.Node(
                id: position + 1, type: tables.simpleType(type), generic: tables.type(type),
                role: role, site: resolver.userCall(of: Int(sites[Int(slot)]))?.site,
                name: nodes.names[slot], isEarly: role.canBeEarly && early.contains(slot),
                behaviors: nodes.allBehaviors(of: slot), owner: number == 0 ? nil : number)
        }
    }
}

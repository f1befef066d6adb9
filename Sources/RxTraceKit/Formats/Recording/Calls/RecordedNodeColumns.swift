/// The numbers and places of a trace's nodes, by their slots.
struct RecordedNodeColumns: Sendable {
    /// The slots of the trace's nodes in the order of their numbers.
    private var slots: [Int32] = []
    /// The numbers by slot; 0 for none.
    private(set) var numbers: [Int32]
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

    func number(of slot: Int32) -> Int? {
        slot >= 0 ? Int(numbers[Int(slot)]) : nil
    }

    // MARK: By position

    /// How many nodes have a number: their positions are these, less one.
    var count: Int { slots.count }

    func slot(at position: Int) -> Int32 { slots[position] }
    func stack(at position: Int) -> Int { Int(sites[Int(slots[position])]) }
    func maker(at position: Int) -> Int { Int(makers[Int(slots[position])]) }

    func node(at position: Int, _ tables: RecordingTables) -> RecordedNode {
        let (slot, nodes) = (slots[position], tables.nodes)
        var node = RecordedNode()
        node.type = nodes.types[Int(slot)]
        node.role = nodes.roles[Int(slot)]
        node.behaviors = nodes.allBehaviors(of: slot)
        let owner = nodes.owner(of: slot)
        // 0 for one that the trace's calls do not name.
        node.owner = owner == RecordedNodes.none ? 0 : numbers[Int(owner)]
        node.stack = sites[Int(slot)]
        node.maker = makers[Int(slot)]
        node.isEarly = early.contains(slot)
        node.name = nodes.names[slot]
        return node
    }
}

/// What a walk knows of the nodes of a trace: what is asked of each call's node is kept in a few bytes.
///
/// It calls nobody: its owner makes the rows. So the compiler sees that no access to it overlaps another, and checks none
/// as the walk runs.
struct WalkedNodes {
    /// The part that a node plays, and what it does.
    struct Traits: Hashable {
        /// nil where the trace tells nothing of the node.
        var role: Trace.Role?
        var behaviors: Trace.Behaviors = []

        init(of node: Trace.Node? = nil) { (role, behaviors) = (node?.role, node?.behaviors ?? []) }
    }

    /// By position in the trace's table, the number of the node's traits; 0 where they were not asked for.
    private var numbers: [UInt32]
    /// By number, from 1: those of no node, and then all that were come across.
    private var all = [Traits(), Traits()]
    private var numbersByTraits = [Traits(): 1]
    private var nodes = RecentRows<Trace.Node>()
    private var observables = RecentRows<Int?>()

    init(count: Int) { numbers = Array(repeating: 0, count: count) }

    /// The number of the traits of a node that nothing is known of.
    static let unknown = 1

    /// The number of a node's traits; nil where it was not noted.
    func number(at position: Int) -> Int? { numbers[position] == 0 ? nil : Int(numbers[position]) }

    mutating func note(_ traits: Traits, at position: Int) -> Int {
        let number = numbersByTraits[traits] ?? all.count
        if number == all.count {
            all.append(traits)
            numbersByTraits[traits] = number
        }
        numbers[position] = UInt32(number)
        return number
    }

    func traits(_ number: Int) -> Traits { all[number] }

    /// A node that was made before, by its id.
    subscript(id: Int) -> Trace.Node? {
        get { nodes[id] }
        set { nodes[id] = newValue }
    }

    /// The observable that a sink works for, by its id, as far as it was looked for: nil inside where it has none.
    func observable(of sink: Int) -> Int?? { observables[sink] }

    mutating func note(_ observable: Int?, of sink: Int) { observables[sink] = .some(observable) }
}

/// The nodes of a trace with what is known of them, for who goes through its calls without a ``TraceWalk``.
struct TabledNodes {
    private let table: TraceTable<Trace.Node>
    private var known: WalkedNodes

    init(_ table: TraceTable<Trace.Node>) {
        self.table = table
        known = WalkedNodes(count: table.count)
    }

    mutating func traits(of id: Int?) -> WalkedNodes.Traits {
        guard let id, let position = table.position(of: id) else { return WalkedNodes.Traits() }
        let number = known.number(at: position) ?? known.note(WalkedNodes.Traits(of: table[position]), at: position)
        return known.traits(number)
    }

    subscript(id: Int) -> Trace.Node? {
        mutating get {
            if known[id] == nil { known[id] = table[id: id] }
            return known[id]
        }
    }
}

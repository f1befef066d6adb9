/// The nodes of a recording, in a few bytes each: there may be millions.
///
/// A node is spoken of by its slot, a number from 0 in the order of definition.
struct RecordedNodes {
    /// Nodes are numbered as they are made, so that those of a recording stand close together: an array finds them.
    /// Those made long before are in a dictionary.
    private var near: [Int32] = []
    private var first: UInt32?
    private var far: [UInt32: Int32] = [:]

    private(set) var roles: [Trace.Role] = []
    private(set) var types: [Int32] = []
    private(set) var behaviors: [Trace.Behaviors] = []
    /// The recorded numbers of the nodes they work for; 0 for none.
    private(set) var owners: [UInt32] = []
    private(set) var names: [Int32: String] = [:]

    static let none: Int32 = -1

    var count: Int { roles.count }

    /// The slot of the node with a recorded number; ``none`` for 0 and for a number nothing is known of.
    func slot(of id: UInt32) -> Int32 {
        if let first, id >= first {
            let index = Int(id - first)
            // One that is not there may have come when the array was too short for it.
            if index < near.count, near[index] != Self.none { return near[index] }
        }
        return far.isEmpty ? Self.none : far[id] ?? Self.none
    }

    mutating func define(
        _ id: UInt32, role: Trace.Role, type: Int, behaviors: Trace.Behaviors = [], owner: UInt32 = 0
    ) {
        let known = slot(of: id)
        let slot = known == Self.none ? addSlot(of: id) : known
        roles[Int(slot)] = role
        types[Int(slot)] = Int32(truncatingIfNeeded: type)
        self.behaviors[Int(slot)] = behaviors
        owners[Int(slot)] = owner
    }

    mutating func setName(_ name: String, of id: UInt32) {
        // Another thread than the one that defines the node may have named it, and have been written first.
        let slot = slotOrNew(of: id)
        if slot != Self.none { names[slot] = name }
    }

    /// The slot of a node, made for one whose definition is lost or yet to come.
    mutating func slotOrNew(of id: UInt32) -> Int32 {
        let known = slot(of: id)
        return known == Self.none && id != 0 ? addSlot(of: id) : known
    }

    /// The recorded numbers, by slot.
    var numbers: [UInt32] {
        var numbers = [UInt32](repeating: 0, count: count)
        for (index, slot) in near.enumerated() where slot != Self.none {
            numbers[Int(slot)] = (first ?? 0) + UInt32(truncatingIfNeeded: index)
        }
        for (number, slot) in far { numbers[Int(slot)] = number }
        return numbers
    }

    /// Whether there is a definition of the node with a recorded number, rather than its name alone or nothing.
    func isDefined(_ id: UInt32) -> Bool {
        let slot = slot(of: id)
        return slot != Self.none && types[Int(slot)] != Self.none
    }

    /// Takes over from `all` the definitions and names that are missing here, of nodes and their owners. Returns the
    /// numbers of those it defined.
    mutating func adopt(_ named: [UInt32], of all: RecordedNodes) -> [UInt32] {
        var adopted: [UInt32] = []
        var rest = named + owners.filter { $0 != 0 }
        while let number = rest.popLast() {
            let known = all.slot(of: number)
            guard known != Self.none else { continue }
            if !isDefined(number), all.isDefined(number) {
                let owner = all.owners[Int(known)]
                define(
                    number, role: all.roles[Int(known)], type: Int(all.types[Int(known)]),
                    behaviors: all.behaviors[Int(known)], owner: owner)
                adopted.append(number)
                if owner != 0 { rest.append(owner) }
            }
            if let name = all.names[known] { setName(name, of: number) }
        }
        return adopted
    }

    func owner(of slot: Int32) -> Int32 {
        let owner = owners[Int(slot)]
        return owner == 0 ? Self.none : self.slot(of: owner)
    }

    /// A node's behaviors: a sink or another inside observer has those of its owner.
    func allBehaviors(of slot: Int32) -> Trace.Behaviors {
        var result = behaviors[Int(slot)]
        var current = slot
        // Nothing works for itself; a damaged recording may say so.
        for _ in 0..<8 where roles[Int(current)] == .sink || roles[Int(current)] == .observer {
            current = owner(of: current)
            guard current != Self.none else { break }
            result = result.union(behaviors[Int(current)])
        }
        return result
    }

    private mutating func addSlot(of id: UInt32) -> Int32 {
        let slot = Int32(roles.count)
        roles.append(.object)
        types.append(Self.none)
        behaviors.append([])
        owners.append(0)
        let first = first ?? id
        self.first = first
        // In proportion to how many there are, whatever numbers a damaged recording tells.
        if id >= first, Int(id - first) < 64 * (roles.count + 16) {
            let index = Int(id - first)
            while near.count <= index { near.append(Self.none) }
            near[index] = slot
        } else {
            far[id] = slot
        }
        return slot
    }
}

/// What went into bags and composites by the calls that insert.
struct DisposableInsertions {
    /// The insertions that came too late: what was inserted is disposed of at once. By the ids of their calls.
    private(set) var late: Set<Int> = []
    /// By the ids of the calls, the positions of the nodes that were inserted, where they are known.
    ///
    /// A canonical trace does not tell them. But who holds disposables disposes of them in the order in which they were
    /// inserted. So they are known where it did so, and disposed of as many as were inserted.
    private(set) var objects: [Int: Int] = [:]

    /// By holder, the positions of the nodes that it was made with: it disposed of them, and nobody had put them in.
    private(set) var members: [Int: [Int]] = [:]

    private struct Holder {
        var insertions: [Int] = []
        /// The first call that ended it.
        var end: Int?
        var disposed: [Int] = []
        var hasRemoved = false
    }

    /// - Parameter nodes: the trace's, with their roles.
    init(_ trace: Trace, nodes: [Trace.Node], index: IdentifierIndex) {
        guard trace.calls.contains(where: \.isInsertion) else { return }
        // By the id of an insertion, and of the end of a holder, the holder's.
        var insertions: [Int: Int] = [:]
        var ends: [Int: Int] = [:]
        var holders: [Int: Holder] = [:]
        for call in trace.calls {
            let node = call.node.flatMap { index[$0] }
            if call.operation == .dispose, let parent = call.parent, let node, nodes[node].role == .disposable {
                if let holder = insertions[parent] {
                    late.insert(parent)
                    objects[parent] = node
                    holders[holder]?.insertions.removeAll { $0 == parent }
                } else if let holder = ends[parent] {
                    holders[holder]?.disposed.append(node)
                }
            }
            guard let node else { continue }
            switch call.operation {
            case .insert, .add:
                insertions[call.id] = node
                if holders[node]?.end == nil { holders[node, default: Holder()].insertions.append(call.id) }
            case .remove: holders[node]?.hasRemoved = true
            case .dispose, .deinit:
                guard let holder = holders[node], holder.end == nil else { break }
                holders[node]?.end = call.id
                ends[call.id] = node
            default: break
            }
        }
        for holder in holders.values where !holder.hasRemoved && holder.insertions.count == holder.disposed.count {
            for (call, node) in zip(holder.insertions, holder.disposed) { objects[call] = node }
        }
        for call in trace.calls where call.isInsertion {
            if let node = call.disposable.flatMap({ index[$0] }) { objects[call.id] = node }
        }
        findMembers(trace, nodes, index)
    }

    private mutating func findMembers(_ trace: Trace, _ nodes: [Trace.Node], _ index: IdentifierIndex) {
        func node(_ call: Trace.Call) -> Int? { call.node.flatMap { index[$0] } }
        let insertions = trace.calls.filter(\.isInsertion)
        // What was inserted by a call that does not tell it is no member.
        let untold = Set(insertions.filter { objects[$0.id] == nil }.compactMap(node))
        let holders = Set(insertions.compactMap(node)).subtracting(untold)
        let inserted = Set(objects.values)
        var ends: [Int: Int] = [:]
        var ended: Set<Int> = []
        for call in trace.calls where call.operation == .dispose || call.operation == .deinit {
            guard let own = node(call) else { continue }
            if let holder = call.parent.flatMap({ ends[$0] }), nodes[own].role == .disposable, !inserted.contains(own) {
                members[holder, default: []].append(own)
            }
            if holders.contains(own), ended.insert(own).inserted { ends[call.id] = own }
        }
    }
}

extension Trace.Call {
    fileprivate var isInsertion: Bool { operation == .insert || operation == .add }
}

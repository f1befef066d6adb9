/// Orders the calls that chance has put in some order: what joints make by what they make it of, which is the order in
/// which it was made as far as the program decides that, and what is disposed by what it is.
struct GroupOrder {
    private let trace: Trace
    private let places: CanonicalPlaces
    private let ranks: [Int32]
    private let shapes: CallShapes
    private let index: IdentifierIndex

    /// - Parameter ranks: the places of the calls in the order so far.
    init(_ trace: Trace, places: CanonicalPlaces, ranks: [Int32], positions: [Int], mainThread: Int?) {
        self.trace = trace
        self.places = places
        self.ranks = ranks
        index = IdentifierIndex(trace.calls)
        var isGrouped = [Bool](repeating: false, count: trace.calls.count)
        for position in positions {
            let above = places.parent(of: position)
            isGrouped[position] = Self.isGrouped(position, places) || (above.map { isGrouped[$0] } ?? false)
        }
        // What is settled tells nodes apart, before what is ordered by that.
        let known = positions.filter { !isGrouped[$0] } + positions.filter { isGrouped[$0] }
        shapes = CallShapes(trace, mainThread: mainThread, known: known)
    }

    private static func isGrouped(_ position: Int, _ places: CanonicalPlaces) -> Bool {
        places.place(of: position) == .joint || places.place(of: position) == .disposal
    }

    mutating func sort(_ tree: inout CallTree) {
        var homes: [Int] = []
        for position in trace.calls.indices where Self.isGrouped(position, places) {
            if let home = places.parent(of: position) { homes.append(home) }
        }
        // From the last to the first: what hangs below another is in order before that is compared.
        for home in Set(homes).sorted(by: >) { sort(home, &tree) }
    }

    private func sort(_ home: Int, _ tree: inout CallTree) {
        let children = Array(tree.children(of: home))
        // Calls come before them and work after them, each in the program's own order.
        guard let first = children.firstIndex(where: { Self.isGrouped($0, places) }),
            let last = children.lastIndex(where: { Self.isGrouped($0, places) })
        else { return }
        let keys = keys(of: children[first...last])
        var walks: [Int: [CallTree.Visit]] = [:]
        func walk(_ position: Int) -> [CallTree.Visit] {
            if let known = walks[position] { return known }
            let walk = Array(tree.subtree(of: position))
            walks[position] = walk
            return walk
        }
        let sorted = children[first...last].sorted { left, right in
            guard let one = keys[left], let other = keys[right] else { return left < right }
            if one != other { return one.lexicographicallyPrecedes(other) }
            return switch shapes.compareParts(walk(left), walk(right)) {
            case .before: true
            case .after: false
            case .same: left < right
            }
        }
        tree.setChildren(of: home, from: first, sorted)
    }

    /// What is known of the order of calls: their place among the others, whose they are, whether they are an end, and
    /// what they are made of.
    private func keys(of calls: ArraySlice<Int>) -> [Int: [Int32]] {
        var keys: [Int: [Int32]] = [:]
        /// For each call, the events that a joint makes next are made of.
        var next: [Int?: [Int32]] = [:]
        for position in calls.reversed() {
            let call = trace.calls[position]
            let place = Int32(places.place(of: position).rawValue)
            guard places.place(of: position) == .joint else {
                keys[position] = [place]
                continue
            }
            let isEnd = call.event.map { $0.kind != .next } ?? false
            var sources = call.parts.isEmpty ? [call.origin].compactMap { $0 } : call.parts
            sources = sources.filter { index[$0] != nil }
            var key = [place, Int32(shapes.rank(of: call.node)), isEnd ? 1 : 0]
            if call.operation == .handler {
                // Runs for what is made next where it ran.
                key += (next[places.tree.parent(of: position)] ?? []) + [-1]
            } else {
                let made = sources.map { index[$0].map { ranks[$0] } ?? -1 }
                next[places.tree.parent(of: position)] = made
                key += made + [.max]
            }
            keys[position] = key
        }
        return keys
    }
}

/// The order of the calls in the canonical form.
struct CanonicalOrder {
    /// The thread that stays what it is; nil where the trace has no main thread.
    let mainThread: Int?
    /// The positions of the calls in `calls`, in canonical order.
    private(set) var positions: [Int] = []
    /// Where calls hang that do not hang where they were called; nil where all do.
    let places: CanonicalPlaces?
    /// For each position in `calls`, its place in ``positions``; -1 where it has none.
    private var ranks: [Int32]

    private let trace: Trace
    private let index: IdentifierIndex
    private var tree: CallTree

    init(_ trace: Trace) {
        let mainThread = trace.threads.first { $0.name == "main" }?.id
        let called = CallTree(trace, shape: .causal)
        self.trace = trace
        self.mainThread = mainThread
        places = trace.isCanonical ? nil : CanonicalPlaces(trace, tree: called)
        tree = places.map { $0.tree(of: called) } ?? called
        index = IdentifierIndex(trace.calls)
        ranks = Array(repeating: -1, count: trace.calls.count)
        number()
        guard let places else { return }
        // What chance ordered is ordered by what is known; that settles, from round to round, the order of what is made of
        // it.
        for _ in 0..<Self.mostRounds {
            var groups = GroupOrder(trace, places: places, ranks: ranks, positions: positions, mainThread: mainThread)
            groups.sort(&tree)
            let before = positions
            number()
            if positions == before { break }
        }
    }

    /// Joints of joints are settled one round after what they are made of.
    private static let mostRounds = 8

    private mutating func number() {
        let mainRoots = tree.roots.filter { trace.calls[$0].thread == mainThread }
        positions.removeAll(keepingCapacity: true)
        positions.reserveCapacity(trace.calls.count)
        for visit in CallTree.DepthFirstWalk(tree: tree, from: mainRoots) { positions.append(visit.call) }
        for sequence in Self.sequencesFromOutside(trace, tree, mainThread, after: positions) {
            for visit in sequence { positions.append(visit.call) }
        }
        for (rank, position) in positions.enumerated() { ranks[position] = Int32(rank) }
    }

    /// The id of the call at `position` in the canonical form.
    func id(of position: Int) -> Int { Int(ranks[position]) + 1 }

    /// Whether the call at `position` hangs elsewhere than where it was called.
    func isMoved(_ position: Int) -> Bool { places?.isMoved(position) ?? false }

    /// The id of the subscription to which the call at `position` is told to belong.
    func subscription(of position: Int) -> Int? {
        places?.subscription(of: position) ?? trace.calls[position].subscription
    }

    /// The id of the node on which the call at `position` is told to be: of several of one kind the one that is named first.
    func node(of position: Int) -> Int? {
        guard let likes = places?.likes[position], likes.count > 1 else { return trace.calls[position].node }
        func place(_ like: (node: Int, use: Int?)) -> (Int32, String) {
            let rank = like.use.map { ranks[$0] } ?? -1
            return (rank < 0 ? .max : rank, trace.nodes[like.node].generic ?? "")
        }
        return likes.min { place($0) < place($1) }.map { trace.nodes[$0.node].id }
    }

    /// The call in which the one at `position` was made, where that stands before it.
    func parent(of position: Int) -> Int? {
        isMoved(position) ? tree.parent(of: position) : resolve(trace.calls[position].parent, before: position)
    }

    /// The call that scheduled the one at `position`.
    func cause(of position: Int) -> Int? {
        isMoved(position) ? nil : resolve(trace.calls[position].cause, before: position)
    }

    /// The call that handed in the element that the one at `position` hands on. It may stand after it here: the calls
    /// of two threads are told one thread after the other.
    func origin(of position: Int) -> Int? {
        guard isMoved(position) else { return told(trace.calls[position].origin, by: position) }
        // Which of several came last, and what is around the call, is no more what it was.
        let parts = parts(of: position)
        guard parts.isEmpty else { return parts.max { ranks[$0] < ranks[$1] } }
        return told(trace.calls[position].origin, by: position).flatMap { $0 == tree.parent(of: position) ? nil : $0 }
    }

    /// The calls that handed in the elements of which the call at `position` hands on one.
    func parts(of position: Int) -> [Int] { trace.calls[position].parts.compactMap { told($0, by: position) } }

    private func told(_ id: Int?, by position: Int) -> Int? {
        id.flatMap { index[$0] }.flatMap { $0 == position || ranks[$0] < 0 ? nil : $0 }
    }

    private func resolve(_ id: Int?, before position: Int) -> Int? {
        guard let id, id < trace.calls[position].id, let found = index[id], ranks[found] >= 0 else { return nil }
        return ranks[found] < ranks[position] ? found : nil
    }

    /// The calls that other threads than the main one began, as sequences in the order of what they did.
    ///
    /// A thread of the program's own began its calls one after the other, so they are one sequence. On a thread of a
    /// pool, one call says nothing about the next: each is a sequence of its own, whichever thread of the pool it was.
    private static func sequencesFromOutside(
        _ trace: Trace, _ tree: CallTree, _ mainThread: Int?, after positions: [Int]
    ) -> [[CallTree.Visit]] {
        let pooled = Set(trace.threads.lazy.filter(\.isPooled).map(\.id))
        var sequences: [[Int]] = []
        var isPiece: [Bool] = []
        var sequenceOfThread: [Int: Int] = [:]
        for root in tree.roots where trace.calls[root].thread != mainThread {
            let thread = trace.calls[root].thread
            if let sequence = sequenceOfThread[thread] {
                sequences[sequence].append(root)
            } else {
                isPiece.append(pooled.contains(thread))
                if !pooled.contains(thread) { sequenceOfThread[thread] = sequences.count }
                sequences.append([root])
            }
        }
        guard !sequences.isEmpty else { return [] }
        let walks = sequences.map { Array(CallTree.DepthFirstWalk(tree: tree, from: $0)) }
        func sorted(_ numbers: [Int], known: [Int]) -> [Int] {
            let shapes = CallShapes(trace, mainThread: mainThread, known: known)
            return numbers.sorted { first, second in
                switch shapes.compare(walks[first], walks[second]) {
                case .before: true
                case .after: false
                // Sequences that are the same come in the order they began.
                case .same: first < second
                }
            }
        }
        // The program's own threads tell apart what the pieces are about.
        let threads = sorted(walks.indices.filter { !isPiece[$0] }, known: positions)
        guard threads.count < walks.count else { return threads.map { walks[$0] } }
        let known = positions + threads.flatMap { walks[$0].map(\.call) }
        return sorted(Array(walks.indices), known: known).map { walks[$0] }
    }
}

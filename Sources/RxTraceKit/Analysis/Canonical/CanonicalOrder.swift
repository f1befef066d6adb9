/// The order of the calls in the canonical form.
struct CanonicalOrder {
    /// The thread that stays what it is; nil where the trace has no main thread.
    let mainThread: Int?
    /// The positions of the calls in `calls`, in canonical order.
    private(set) var positions: [Int] = []
    /// For each position in `calls`, its place in ``positions``.
    private var ranks: [Int32]

    private let trace: Trace
    private let index: IdentifierIndex

    init(_ trace: Trace, tree: CallTree) {
        let mainThread = trace.threads.first { $0.name == "main" }?.id
        self.trace = trace
        self.mainThread = mainThread
        index = IdentifierIndex(trace.calls)
        ranks = Array(repeating: 0, count: trace.calls.count)

        let mainRoots = tree.roots.filter { trace.calls[$0].thread == mainThread }
        positions.reserveCapacity(trace.calls.count)
        for visit in CallTree.DepthFirstWalk(tree: tree, from: mainRoots) { positions.append(visit.call) }
        for sequence in Self.sequencesFromOutside(trace, tree, mainThread, after: positions) {
            for visit in sequence { positions.append(visit.call) }
        }
        for (rank, position) in positions.enumerated() { ranks[position] = Int32(rank) }
    }

    /// The id of the call at `position` in the canonical form.
    func id(of position: Int) -> Int { Int(ranks[position]) + 1 }

    /// The call in which the one at `position` was made, where that stands before it.
    func parent(of position: Int) -> Int? { resolve(trace.calls[position].parent, before: position) }

    /// The call that scheduled the one at `position`.
    func cause(of position: Int) -> Int? { resolve(trace.calls[position].cause, before: position) }

    /// The call that handed in the element that the one at `position` hands on. It may stand after it here: the calls
    /// of two threads are told one thread after the other.
    func origin(of position: Int) -> Int? {
        trace.calls[position].origin.flatMap { index[$0] }.flatMap { $0 == position ? nil : $0 }
    }

    /// The calls that handed in the elements of which the call at `position` hands on one.
    func parts(of position: Int) -> [Int] {
        trace.calls[position].parts.compactMap { index[$0] }.filter { $0 != position }
    }

    private func resolve(_ id: Int?, before position: Int) -> Int? {
        guard let id, id < trace.calls[position].id, let found = index[id] else { return nil }
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
        var sequenceOfThread: [Int: Int] = [:]
        for root in tree.roots where trace.calls[root].thread != mainThread {
            let thread = trace.calls[root].thread
            if let sequence = sequenceOfThread[thread] {
                sequences[sequence].append(root)
            } else {
                if !pooled.contains(thread) { sequenceOfThread[thread] = sequences.count }
                sequences.append([root])
            }
        }
        guard !sequences.isEmpty else { return [] }
        let shapes = CallShapes(trace, mainThread: mainThread, known: positions)
        let walks = sequences.map { Array(CallTree.DepthFirstWalk(tree: tree, from: $0)) }
        // Sequences that are the same come in the order they began.
        return walks.enumerated().sorted { first, second in
            switch shapes.compare(first.element, second.element) {
            case .before: true
            case .after: false
            case .same: first.offset < second.offset
            }
        }.map(\.element)
    }
}

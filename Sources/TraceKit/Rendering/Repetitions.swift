/// Finds rows of an ``Outline`` that repeat the row before them, with everything below.
///
/// Rows are alike when they read the same but for ids and for which of several like nodes they name. A hash finds
/// candidates; what is folded away is compared row by row, so no two different rows are ever taken for the same.
struct Repetitions {
    /// Siblings that are alike, the first of them standing for all.
    struct Run {
        var count = 1
        /// The row after the last of them.
        var end: Int
        /// Whether they name different nodes of the same kind.
        var hasOtherNodes = false
    }

    /// A pair costs fewer lines than its explanation and often is the point, as with two observers of one subject.
    static let minimumCount = 3

    private let rows: [Outline.Row]
    private let trace: Trace
    private let subscriptions: IdentifierIndex
    /// For each row's call, the kind of its node; -1 where it has none.
    private var kinds: [Int] = []
    private var hashes: [Int] = []

    init(_ outline: Outline, trace: Trace, nodeKinds: [Int], nodes: IdentifierIndex) {
        rows = outline.rows
        self.trace = trace
        subscriptions = IdentifierIndex(trace.subscriptions)
        kinds = rows.map { row in
            trace.calls[Int(row.call)].node.flatMap { nodes[$0] }.map { nodeKinds[$0] } ?? -1
        }
        hashes = Array(repeating: 0, count: rows.count)
        for position in rows.indices.reversed() {
            hashes[position] = hashes[position] &* 31 &+ ownHash(position)
            let parent = Int(rows[position].parent)
            if parent >= 0 { hashes[parent] = (hashes[parent] ^ hashes[position]) &* 0x0000_0100_0000_01B3 }
        }
    }

    /// The run that starts at the row `first`, among rows before `limit`.
    func run(from first: Int, limit: Int) -> Run {
        var run = Run(end: Int(rows[first].end))
        while run.end < limit, hashes[run.end] == hashes[first] {
            guard let sameNodes = areAlike(first, run.end) else { break }
            if !sameNodes { run.hasOtherNodes = true }
            run.count += 1
            run.end = Int(rows[run.end].end)
        }
        return run.count < Self.minimumCount ? Run(end: Int(rows[first].end)) : run
    }

    private func ownHash(_ position: Int) -> Int {
        let call = trace.calls[Int(rows[position].call)]
        var hasher = Hasher()
        hasher.combine(call.operation)
        hasher.combine(kinds[position])
        hasher.combine(call.type)
        hasher.combine(call.label)
        hasher.combine(event(of: position))
        hasher.combine(ending(of: position))
        hasher.combine(rows[position].hasWork)
        if rows[position].changesThread { hasher.combine(call.thread) }
        return hasher.finalize()
    }

    private func event(of position: Int) -> Trace.Event? {
        let call = rows[position].eventCall
        return call < 0 ? nil : trace.calls[Int(call)].event
    }

    /// Why the subscription ended that the row introduces: a live one must not hide behind ended ones.
    private func ending(of position: Int) -> String? {
        let call = trace.calls[Int(rows[position].call)]
        guard rows[position].introduces, let subscription = call.subscription else { return nil }
        return subscriptions[subscription].flatMap { trace.subscriptions[$0].ended } ?? ""
    }

    /// Whether the rows read alike with all below; if so, whether they name the very same nodes.
    private func areAlike(_ first: Int, _ second: Int) -> Bool? {
        let length = Int(rows[first].end) - first
        guard Int(rows[second].end) - second == length else { return nil }
        var sameNodes = true
        let deeper = rows[second].depth - rows[first].depth
        for offset in 0..<length {
            let (left, right) = (first + offset, second + offset)
            guard rows[left].depth + deeper == rows[right].depth, haveSameText(left, right) else { return nil }
            if trace.calls[Int(rows[left].call)].node != trace.calls[Int(rows[right].call)].node { sameNodes = false }
        }
        return sameNodes
    }

    private func haveSameText(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (trace.calls[Int(rows[left].call)], trace.calls[Int(rows[right].call)])
        return one.operation == other.operation && kinds[left] == kinds[right] && one.type == other.type
            && one.label == other.label && event(of: left) == event(of: right)
            && rows[left].hasWork == rows[right].hasWork && ending(of: left) == ending(of: right)
            && rows[left].changesThread == rows[right].changesThread
            && (!rows[left].changesThread || one.thread == other.thread)
    }
}

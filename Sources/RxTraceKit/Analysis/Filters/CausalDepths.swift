/// How deep each call lies in the causal tree of the calls that show, counted from 1.
///
/// Where work schedules its next turn on its own scheduler, the turns are at one level, as a tree draws them.
struct CausalDepths {
    private struct Turn {
        var scheduler: Int?
        /// The depth of the turn's own call.
        var depth: UInt16
    }

    /// Deeper calls count as being so deep.
    static let deepest = Int(UInt16.max)

    /// For each call, the depth of the nearest call that shows, itself among them.
    private var depths = PackedNumbers()
    /// For each call, the piece of work it runs in, as an index into `turns` plus one; 0 for none.
    private var turnOf = PackedNumbers()
    private var turns: [Turn] = []
    private var schedulers = SparseCallValues<Int>()

    mutating func depth(of call: Trace.Call, at position: Int, above: Int?, isShown: Bool) -> Int {
        var depth = above.map { UInt16(depths[$0]) } ?? 0
        if isShown, depth < UInt16.max { depth += 1 }
        var turn = above.map { turnOf[$0] } ?? 0
        if call.operation == .schedule, let node = call.node { schedulers.append(node, at: position) }
        if call.operation == .invoke {
            let scheduler = above.flatMap { schedulers[$0] }
            let outer = turn == 0 ? nil : turns[Int(turn) - 1]
            if let outer, scheduler != nil, outer.scheduler == scheduler { depth = outer.depth }
            if turns.last?.scheduler != scheduler || turns.last?.depth != depth || scheduler == nil {
                turns.append(Turn(scheduler: scheduler, depth: depth))
            }
            turn = UInt32(turns.count)
        }
        depths.append(UInt32(depth))
        turnOf.append(turn)
        return Int(depth)
    }
}

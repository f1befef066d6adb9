/// The work of timers that came to nothing: ticks between the moment their observer stopped and the moment the timer
/// heard of it. How many there are is a matter of timing, up to none.
struct LateWork {
    /// The calls of such work, by position.
    private(set) var calls: Set<Int> = []

    init(_ trace: Trace, tree: CallTree, strands: Strands) {
        for position in trace.calls.indices where trace.calls[position].operation == .schedule {
            // Work that runs once was wanted; only of a timer's ticks there may be any number.
            let ticks = tree.children(of: position).filter { strands.isHop[$0] }
            if ticks.count > 1 { add(ticks, trace, tree, strands) }
        }
    }

    private mutating func add(_ ticks: [Int], _ trace: Trace, _ tree: CallTree, _ strands: Strands) {
        // Calls that an earlier tick stopped: only these have surely stopped before, for ticks follow each other.
        var stopped: Set<Int> = []
        for tick in ticks {
            let work = tree.subtree(of: tick).map(\.call)
            if Self.isLate(work, trace, tree, stopped) { calls.formUnion(work) }
            for position in work where Int(strands.ofCall[position]) == tick {
                let call = trace.calls[position]
                if let node = call.node, call.operation == .dispose || call.event.map({ $0.kind != .next }) ?? false {
                    stopped.insert(node)
                }
            }
        }
    }

    /// Whether all of the work ends at nodes that had stopped before.
    private static func isLate(_ work: [Int], _ trace: Trace, _ tree: CallTree, _ stopped: Set<Int>) -> Bool {
        var hasArrived = false
        for position in work.dropFirst() {
            let call = trace.calls[position]
            switch call.operation {
            case .on, .forwardOn, .onCore:
                guard tree.children(of: position).isEmpty else { continue }
                // A sink that passes nothing on is disposed, whoever did that.
                let isStopped = call.operation == .forwardOn || call.node.map { stopped.contains($0) } ?? false
                guard isStopped else { return false }
                hasArrived = true
            case .handler, .run, .mark: continue
            default: return false
            }
        }
        return hasArrived
    }
}

/// The strands of a trace. The calls of a strand run one after the other on one thread, with nothing between them that
/// a scheduler decides. Calls of one strand are ordered by the program, calls of two strands by chance.
///
/// A thread's own calls are a strand, and so is each piece of work a queue ran, as well as each call that a thread of a
/// pool began. Work a trampoline held back, or that
/// ran at once within the call that asked for it, belongs to the strand of that call.
struct Strands {
    /// For each call by position, its strand.
    let ofCall: [Int32]
    /// The calls that begin a strand: work that a queue ran.
    let isHop: [Bool]

    init(_ trace: Trace, tree: CallTree, nodes: IdentifierIndex) {
        var strands = [Int32](repeating: 0, count: trace.calls.count)
        let threads = Dictionary(
            trace.threads.enumerated().map { ($1.id, Int32($0)) }, uniquingKeysWith: { first, _ in first })
        let pooled = Set(trace.threads.lazy.filter(\.isPooled).map(\.id))
        var hops = [Bool](repeating: false, count: trace.calls.count)
        for (position, call) in trace.calls.enumerated() {
            if let above = tree.parent(of: position) {
                hops[position] = Self.isHop(call, below: trace.calls[above], trace, nodes)
                // Strands of threads are numbered from below zero: those of work are the positions of its calls.
                strands[position] = hops[position] ? Int32(position) : strands[above]
            } else {
                strands[position] = pooled.contains(call.thread) ? Int32(position) : -1 - (threads[call.thread] ?? -1)
            }
        }
        ofCall = strands
        isHop = hops
    }

    private static func isHop(
        _ call: Trace.Call, below above: Trace.Call, _ trace: Trace, _ nodes: IdentifierIndex
    ) -> Bool {
        guard call.cause == above.id, call.parent == nil else { return false }
        if call.thread != above.thread { return true }
        // Work that waits as an item runs on the thread that asked for it, in an order the program decides.
        return call.node.flatMap { nodes[$0] }.map { trace.nodes[$0].role } != .item
    }
}

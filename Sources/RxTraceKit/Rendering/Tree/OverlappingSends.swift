/// Finds events that a thread sends to a subject, or to the observer of a `create`, while another thread still sends one there.
///
/// Calls are taken in the order of their times. A trace without times has none of these.
struct OverlappingSends {
    /// An event that is handed to a node.
    struct Send {
        var call: Int
        var thread: Int
        fileprivate var node: Int
        fileprivate var end: UInt64
    }

    private let nodes: TraceTable<Trace.Node>
    /// Per thread that hands an event on, what it is handed to: each within the one before it.
    private var running: [[Send]] = []

    init(_ nodes: TraceTable<Trace.Node>) { self.nodes = nodes }

    /// Notes a call; answers what another thread still sends to its node, if events are sent to that.
    mutating func enter(_ call: Trace.Call) -> Send? {
        guard call.operation == .on, let node = call.node, let start = call.start, let duration = call.duration else {
            return nil
        }
        var own: Int?
        var other: Send?
        for position in running.indices.reversed() {
            while let last = running[position].last, last.end <= start { running[position].removeLast() }
            guard let first = running[position].first else {
                running.swapAt(position, running.count - 1)
                running.removeLast()
                if own == running.count { own = position }
                continue
            }
            if first.thread == call.thread {
                own = position
            } else if other == nil {
                other = running[position].first { $0.node == node }
            }
        }
        let send = Send(call: call.id, thread: call.thread, node: node, end: start &+ duration)
        guard let own else {
            running.append([send])
            return other.flatMap { isSentTo(node) ? $0 : nil }
        }
        defer { running[own].append(send) }
        // Of a send through the observer of a create, the call of the observer alone is one.
        guard let other, !running[own].contains(where: { $0.node == node }), isSentTo(node) else { return nil }
        return other
    }

    private func isSentTo(_ id: Int) -> Bool {
        nodes[id: id].map { CallSort.isSentTo($0.role, $0.behaviors) } ?? false
    }
}

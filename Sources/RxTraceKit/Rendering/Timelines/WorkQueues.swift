/// How much work waits for each scheduler that brings it elsewhere; work asked for without one waits by its words.
struct WorkQueues {
    private let nodes: TraceTable<Trace.Node>
    /// The queue that the work of each asking call waits in.
    private var waiting: [Int: String] = [:]
    private var depths: [String: Int] = [:]

    init(_ nodes: TraceTable<Trace.Node>) {
        self.nodes = nodes
    }

    /// Takes a call that asked for work; answers the queue and its depth, nil where the work stays on the thread.
    mutating func enter(_ call: Trace.Call) -> (name: String, depth: Int)? {
        let node = nodes[id: call.node ?? -1]
        guard node?.behaviors.contains(.stays) != true else { return nil }
        let name = node.map { $0.name ?? $0.type } ?? call.label ?? "work"
        waiting[call.id] = name
        depths[name, default: 0] += 1
        return (name, depths[name] ?? 0)
    }

    /// Takes work that runs, by the call that asked for it; work that runs again had not waited.
    mutating func leave(_ asked: Int?) -> (name: String, depth: Int)? {
        guard let name = asked.flatMap({ waiting.removeValue(forKey: $0) }) else { return nil }
        depths[name, default: 1] -= 1
        return (name, depths[name] ?? 0)
    }
}

/// The subjects by which signals' connections share.
///
/// No call links the two. Both are made at one line, by `publish()`, `multicast(_:)` or `replay()`: the subject first.
struct SignalConnections {
    /// By connection, its subject.
    let subjects: [Int: Int]
    private let shared: Set<Int>

    /// - Complexity: goes through all nodes.
    init(_ nodes: TraceTable<Trace.Node>) {
        var last: [Trace.Site: Int] = [:]
        var subjects: [Int: Int] = [:]
        for node in nodes where node.isReactiveObjC {
            guard let site = node.site else { continue }
            if node.role == .subject {
                last[site] = node.id
            } else if node.role == .connectable, let subject = last[site] {
                subjects[node.id] = subject
            }
        }
        self.subjects = subjects
        shared = Set(subjects.values)
    }

    /// Whether a connection shares by a subject: it ends when the connection's signal does.
    func share(by subject: Int) -> Bool { shared.contains(subject) }
}

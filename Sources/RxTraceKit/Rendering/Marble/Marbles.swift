/// The marbles of a trace: for each subscription of the user's, a row for every subject, operator and observer that its
/// events passed, and a column for each moment.
///
/// A moment is one emission with all that came of it at once: an element and what an operator made of it stand above
/// each other.
struct Marbles {
    struct Marble: Equatable {
        enum Kind { case next, error, completed }

        var moment: Int
        var kind: Kind
        var value: String?
        /// Whether a disposed sink dropped it, or nobody took it.
        var isLost = false
        /// When, in nanoseconds.
        var time: UInt64
    }

    struct Row: Equatable {
        var name: String
        var marbles: [Marble] = []
    }

    struct Diagram: Equatable {
        var title: String
        var rows: [Row] = []
    }

    private(set) var diagrams: [Diagram] = []
    /// How many moments there are, in all diagrams: they share one time.
    private(set) var moments = 0
    /// When each moment began, in nanoseconds.
    private(set) var starts: [UInt64] = []

    init(_ trace: Trace) {
        var times = CallTimes(TraceInMemory(trace))
        for call in trace.calls { times.add(call) }
        times.finish()
        let nodes = trace.nodesWithRoles
        let index = IdentifierIndex(nodes)
        let positions = IdentifierIndex(trace.calls)
        let roots = Self.roots(trace)
        let words = GraphWords(trace)
        var hasCalls = [Bool](repeating: false, count: trace.calls.count)
        /// For each call, the moment it is in.
        var momentOfCall = [Int?](repeating: nil, count: trace.calls.count)
        /// For each subscription of the user's, its rows by node.
        var rows: [Int: [Int: Row]] = [:]
        var order: [Int: [(node: Int, level: Int, depth: Int)]] = [:]
        var depths = [Int](repeating: 0, count: trace.calls.count)
        for call in trace.calls { if let parent = call.parent.flatMap({ positions[$0] }) { hasCalls[parent] = true } }
        for (position, call) in trace.calls.enumerated() {
            let parent = call.parent.flatMap { positions[$0] }.flatMap { $0 < position ? $0 : nil }
            momentOfCall[position] = parent.flatMap { momentOfCall[$0] }
            depths[position] = parent.map { depths[$0] + 1 } ?? 0
            guard let event = call.event, let node = call.node.flatMap({ index[$0] }) else { continue }
            let start = times.span(of: call, at: position).start
            if momentOfCall[position] == nil {
                momentOfCall[position] = moments
                moments += 1
                starts.append(start)
            }
            guard Self.isMarble(call, nodes[node]), let moment = momentOfCall[position],
                let root = call.subscription.flatMap({ roots[$0] })
            else { continue }
            let home = Self.home(node, nodes, index)
            if rows[root]?[home.node] == nil {
                rows[root, default: [:]][home.node] = Row(name: home.isObserver ? "observer" : words.title(home.node))
                order[root, default: []].append((home.node, home.isObserver ? 1 : 0, depths[position]))
            }
            let marble = Marble(
                moment: moment, kind: Self.kind(event), value: event.value, isLost: !hasCalls[position], time: start)
            rows[root]?[home.node]?.marbles.append(marble)
        }
        for subscription in trace.subscriptions where roots[subscription.id] == subscription.id {
            let site = subscription.site.map { "  \(TerminalText.escaped($0.description))" } ?? ""
            var diagram = Diagram(title: words.state(of: subscription) + site)
            // Who sends stands above who receives.
            let sorted = (order[subscription.id] ?? []).enumerated().sorted {
                ($0.element.level, $0.element.depth, $0.offset) < ($1.element.level, $1.element.depth, $1.offset)
            }
            diagram.rows = sorted.compactMap { rows[subscription.id]?[$0.element.node] }
            diagrams.append(diagram)
        }
    }
}

extension Marbles {
    /// For each subscription, the one of the user's that led to it.
    private static func roots(_ trace: Trace) -> [Int: Int] {
        var roots: [Int: Int] = [:]
        for one in trace.subscriptions { roots[one.id] = one.parent.flatMap { roots[$0] } ?? one.id }
        return roots
    }

    /// Whether a call stands for an event of its node: one that a sink passes on, an observer gets or a subject is sent.
    private static func isMarble(_ call: Trace.Call, _ node: Trace.Node) -> Bool {
        switch node.role {
        case .sink: call.operation == .forwardOn
        case .observer: call.operation == .on && call.type == nil && node.owner == nil
        case .subject: call.operation == .on && call.type == nil
        default: false
        }
    }

    /// The operator that a sink works for; the observer itself.
    private static func home(
        _ node: Int, _ nodes: [Trace.Node], _ index: IdentifierIndex
    ) -> (node: Int, isObserver: Bool) {
        var own = node
        for _ in 0..<50 {
            guard let next = nodes[own].owner.flatMap({ index[$0] }), next != own else { break }
            own = next
        }
        return (own, nodes[own].role == .observer)
    }

    private static func kind(_ event: Trace.Event) -> Marble.Kind {
        switch event.kind {
        case .next: .next
        case .error: .error
        case .completed: .completed
        }
    }
}

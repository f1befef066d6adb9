/// The sources that operators subscribed to, and which of those besides their own chain have sent elements, as the calls of
/// a trace go by.
struct OperatorSources {
    private struct Running {
        var operation: Trace.Operation
        var node: Int?
        var subscription: Int?
    }

    private var nodes: TabledNodes
    private let subscriptions: TraceTable<Trace.Subscription>
    private var running = RunningCalls<Running>()
    /// By subscription, the sink that made it.
    private var askers: [Int: Int] = [:]
    /// By sink, the subscriptions it made.
    private(set) var made: [Int: [Int]] = [:]
    /// By operator, the observable that it subscribed to for its own subscription.
    private var upstreams: [Int: Int] = [:]
    /// By subscription, the first call that handed an element of it to its operator.
    private var first: [Int: Int] = [:]

    init(_ source: any TraceSource) {
        nodes = TabledNodes(source.nodes)
        subscriptions = source.subscriptions
    }

    /// Takes each call in order.
    mutating func add(_ call: Trace.Call) {
        while running.end(before: call) != nil {}
        if call.operation == .subscribe, let subscription = call.subscription, askers[subscription] == nil,
            subscriptions[id: subscription]?.parent != nil, let asker = asker()
        {
            askers[subscription] = asker
            made[asker, default: []].append(subscription)
        } else if call.operation == .on, call.eventKind == .next, let subscription = call.subscription,
            first[subscription] == nil, let asker = askers[subscription], sink(of: call.node) == asker
        {
            first[subscription] = call.id
        } else if call.operation == .subscribe, let node = call.node, let caller = running.last,
            caller.operation == .run, caller.subscription == call.subscription, let asking = caller.node
        {
            let asker = operatorNode(of: asking)
            if asker != node, upstreams[asker] == nil { upstreams[asker] = node }
        }
        running.start(
            call.id, with: Running(operation: call.operation, node: call.node, subscription: call.subscription))
    }

    /// The observable whose event a call hands to an operator, after ``add(_:)`` of the call; nil where that is not known,
    /// and for other calls.
    mutating func sender(of call: Trace.Call) -> Int? {
        guard call.operation == .on, call.type == nil, let node = call.node, let sink = sink(of: node) else {
            return nil
        }
        if let subscription = call.subscription, askers[subscription] == sink { return source(of: subscription) }
        return upstreams[operatorNode(of: node)]
    }

    /// The observable that a subscription is to.
    func source(of subscription: Int) -> Int? { subscriptions[id: subscription]?.node }

    /// The sink in whose code the next call is made.
    private mutating func asker() -> Int? {
        for frame in running.calls.reversed() { if let sink = sink(of: frame.value.node) { return sink } }
        return nil
    }

    /// The sink that a node is or, as an inner observer, works for; nil for others.
    mutating func sink(of id: Int?) -> Int? {
        guard let id else { return nil }
        switch nodes.traits(of: id).role {
        case .sink: return id
        case .observer:
            let owner = nodes[id]?.owner
            return nodes.traits(of: owner).role == .sink ? owner : nil
        default: return nil
        }
    }

    /// The operator whose sink a node is or works for: its observable, or the sink where that is not known.
    mutating func operatorNode(of id: Int) -> Int {
        guard let sink = sink(of: id) else { return id }
        return nodes[sink]?.owner ?? sink
    }

    /// What a node and those it works for do.
    mutating func behaviors(of id: Int) -> Trace.Behaviors {
        guard let sink = sink(of: id) else { return nodes.traits(of: id).behaviors }
        return nodes.traits(of: id).behaviors.union(nodes.traits(of: sink).behaviors)
            .union(nodes.traits(of: nodes[sink]?.owner).behaviors)
    }

    mutating func role(of id: Int?) -> Trace.Role? { nodes.traits(of: id).role }

    /// The subscriptions of a sink to its sources, other than one, that had sent nothing: before a call, or in the whole trace.
    func silent(of sink: Int, except subscription: Int?, before call: Int? = nil) -> [Int] {
        (made[sink] ?? []).filter { other in
            guard other != subscription else { return false }
            return first[other].map { sent in call.map { sent > $0 } ?? false } ?? true
        }
    }
}

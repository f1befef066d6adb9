/// The ways of a trace's events between boxes, of which marbles are made, and for whose subscription they were gone.
struct MarbleWays {
    let boxes: GraphBoxes
    private let trace: Trace
    private let edges: GraphEdges
    private let positions: IdentifierIndex
    private let index: IdentifierIndex
    /// By edge, the calls that went along.
    private(set) var calls: [[Int]]
    /// The same by the box of the user's subscription that they are about.
    private var callsByRoot: [[Int: [Int]]]
    /// By box, the places of the edges of events that lead there.
    private(set) var incoming: [Int: [Int]] = [:]
    /// By box, the places of the edges of events that lead from there.
    private var outgoing: [Int: [Int]] = [:]
    /// By box, those it subscribed.
    private(set) var sources: [Int: Set<Int>] = [:]
    /// By box, those that subscribed it.
    private var subscribers: [Int: Set<Int>] = [:]
    /// By box, that of the events it dropped.
    private(set) var drops: [Int: Int] = [:]
    /// By box, the boxes of the user's subscriptions that it was subscribed for.
    private var roots: [Int: Set<Int>] = [:]
    /// By call, the box of the user's subscription that it was made in; nil where it was made in none.
    private var rootOfCaller: [Int?] = []

    init(_ picture: PicturedTrace) {
        trace = picture.trace
        var boxes = GraphBoxes(trace, zoom: .operators, limit: nil, separates: true)
        edges = GraphEdges(picture, boxes: &boxes)
        self.boxes = boxes
        positions = IdentifierIndex(trace.calls)
        index = IdentifierIndex(trace.nodes)
        calls = Array(repeating: [], count: edges.edges.count)
        callsByRoot = Array(repeating: [:], count: edges.edges.count)
        for step in edges.steps {
            calls[step.edge].append(step.call)
            guard let root = boxes.box(ofSubscription: trace.calls[step.call].subscription) else { continue }
            callsByRoot[step.edge][root, default: []].append(step.call)
        }
        for (place, edge) in edges.edges.enumerated() {
            if edge.way.kind == .event, let to = edge.way.to {
                incoming[to, default: []].append(place)
                outgoing[edge.way.from, default: []].append(place)
            }
            if edge.way.kind == .subscribe, let to = edge.way.to {
                sources[edge.way.from, default: []].insert(to)
                subscribers[to, default: []].insert(edge.way.from)
            }
            if edge.way.kind == .drop { drops[edge.way.from] = place }
        }
        for (position, call) in trace.calls.enumerated() {
            let root = boxes.box(ofSubscription: call.subscription)
            let caller = call.parent.flatMap { positions[$0] }.flatMap { $0 < position ? rootOfCaller[$0] : nil }
            rootOfCaller.append(root ?? caller)
            if call.operation == .subscribe, let root, let box = boxes.box(ofNode: call.node) {
                roots[box, default: []].insert(root)
            }
        }
    }

    func isSource(_ box: Int) -> Bool { node(box) != nil }

    func isSubject(_ box: Int) -> Bool { node(box).map { $0.role == .subject } ?? false }

    /// Whether what it is subscribed to may be subscribed for others than those that it sends to.
    func isShared(_ box: Int) -> Bool { node(box).map { $0.role == .subject || $0.role == .connectable } ?? false }

    /// Whether it is a sequence that an operator hands over: what the operator sends to it is none of the operator's own stream.
    func isHandedOver(_ box: Int) -> Bool {
        if case .node(let node) = boxes.boxes[box].subject { return boxes.sequences[node] != nil }
        return false
    }

    private func node(_ box: Int) -> Trace.Node? {
        if case .node(let node) = boxes.boxes[box].subject { return trace.nodes[node] }
        return nil
    }

    /// The box that an edge leads from.
    func sender(of edge: Int) -> Int { edges.edges[edge].way.from }

    /// The box of the user's subscription that a call is about; nil where it is about none.
    func root(of call: Int) -> Int? { boxes.box(ofSubscription: trace.calls[call].subscription) }

    /// That which a call was made in; nil where it was made in none.
    func rootOfSender(_ call: Int) -> Int? { rootOfCaller[call] }

    /// The calls along an edge that are about the subscription of a box.
    func calls(of edge: Int, to root: Int) -> [Int] { callsByRoot[edge][root] ?? [] }

    /// Whether a source was subscribed for a user's subscription, or, as far as the trace tells, may have been.
    func isSubscribed(_ source: Int, for root: Int) -> Bool { roots[source].map { $0.contains(root) } ?? true }

    /// Whether the trace tells for which of the user's subscriptions a source was subscribed.
    func isSubscribed(_ source: Int) -> Bool { roots[source] != nil }

    /// For which of the user's subscriptions a box, looked at for one, subscribed a source, where that is not the one or
    /// unknown; nil stands for any.
    func roots(ofSource source: Int, of box: Int) -> Set<Int?> {
        let all = roots[source] ?? []
        let both = all.intersection(roots[box] ?? [])
        return Set((both.isEmpty ? all : both).map { $0 })
    }

    /// The calls that hand a subject's value to who subscribes, where none that brought it to the subject is among others.
    func handedOver(by subject: Int, besides received: Set<Int>) -> [Int] {
        (outgoing[subject] ?? []).flatMap { calls[$0] }.filter { position in
            let call = trace.calls[position]
            guard call.eventKind == .next, caller(of: position)?.operation == .subscribe else { return false }
            return call.origin.flatMap { positions[$0] }.map { !received.contains($0) } ?? true
        }
    }

    /// All calls by which a box sent events to another.
    func sent(by box: Int) -> [Int] {
        (outgoing[box] ?? []).filter { edges.edges[$0].way.to.map { $0 != box && !isHandedOver($0) } ?? true }
            .flatMap { calls[$0] }
    }

    /// Whether a call has an event of the box's own stream, and none that a closure sent to a subject, or that the operator sent
    /// to one that it made for a stream within.
    func isHandedOn(_ position: Int, by box: Int) -> Bool {
        guard let caller = caller(of: position) else { return true }
        let target = trace.calls[position].node.flatMap { index[$0] }.map { trace.nodes[$0].role }
        if caller.operation == .handler { return target != .subject }
        return isShared(box) || isHandedOver(box)
            || caller.node.flatMap { index[$0] }.map { trace.nodes[$0].role != .subject } ?? true
    }

    /// The calls with which the sources of a box sent to who subscribed to the box, which gave them the observer and hears nothing
    /// of it itself; as one of them may have done in turn.
    func sentInStead(of box: Int) -> [Int] {
        guard givesAway(box) else { return [] }
        let observers = reached(from: box, by: subscribers).filter { !givesAway($0) }
        return reached(from: box, by: sources).flatMap { source in
            let others = observers.filter { !(sources[$0] ?? []).contains(source) }
            return (outgoing[source] ?? []).filter { edges.edges[$0].way.to.map(others.contains) ?? false }.flatMap {
                calls[$0]
            }
        }
    }

    /// Whether a box may have given the observer that it was handed to its source: it was handed no event itself.
    private func givesAway(_ box: Int) -> Bool { incoming[box] == nil && node(box)?.role == .observable }

    /// The boxes that one leads to, and those that they lead to where they give their observers away.
    private func reached(from box: Int, by ways: [Int: Set<Int>]) -> Set<Int> {
        var reached: Set<Int> = []
        var queue = [box]
        while let next = queue.popLast() {
            for each in ways[next] ?? [] where each != box && reached.insert(each).inserted && givesAway(each) {
                queue.append(each)
            }
        }
        return reached
    }

    private func caller(of position: Int) -> Trace.Call? {
        trace.calls[position].parent.flatMap { positions[$0] }.map { trace.calls[$0] }
    }
}

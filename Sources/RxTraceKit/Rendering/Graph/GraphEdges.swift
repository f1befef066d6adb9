/// The edges of a graph: what passed between its boxes, counted for each pair and kind.
struct GraphEdges {
    enum Kind: Int, Hashable { case subscribe, event, schedule, invoke, insert, dispose, act, drop }

    struct Edge {
        var from: Int
        /// nil for events that went nowhere.
        var to: Int?
        var kind: Kind
        /// Its place among all edges in the order of time, from 1.
        var number = 0
        var count = 0
        var next = 0
        var error = 0
        var completed = 0
        /// The first values of elements.
        var values: [String] = []
        /// The word for what was done, where the kind does not say it.
        var label: String?
        /// The threads it was gone along on, in the order of time.
        var threads: [Int] = []
        /// The work last counted: it counts once however many calls it makes.
        fileprivate var work = -1
    }

    /// So many elements of an edge have their values told.
    static let mostValues = 5

    private struct Key: Hashable {
        var from: Int
        var to: Int?
        var kind: Kind
        var label: String?
    }

    /// One time that an edge was gone along.
    struct Step {
        /// Its place in ``edges``.
        var edge: Int
        /// The call's position.
        var call: Int
    }

    private let trace: Trace
    private var numbers: [Key: Int] = [:]
    private(set) var edges: [Edge] = []
    /// In the order of time.
    private(set) var steps: [Step] = []

    init(_ trace: Trace, boxes: inout GraphBoxes) {
        self.trace = trace
        let tree = CallTree(trace)
        let nodes = trace.nodesWithRoles
        var hasCalls = [Bool](repeating: false, count: trace.calls.count)
        for visit in tree { if let parent = tree.parent(of: visit.call) { hasCalls[parent] = true } }
        /// For each call, the box whose code was running.
        var running = [Int?](repeating: nil, count: trace.calls.count)
        var begun: Set<Int> = []
        var passed: [Key] = []
        for visit in tree {
            let call = trace.calls[visit.call]
            let parent = tree.parent(of: visit.call)
            let caller = parent.flatMap { running[$0] }
            let node = call.node.flatMap { boxes.nodeIndex[$0] }.map { nodes[$0] }
            let own = boxes.box(ofNode: call.node)
            running[visit.call] = own ?? caller
            func add(_ from: Int?, _ to: Int?, _ kind: Kind, label: String? = nil) {
                guard let from, from != to else { return }
                passed.append(Key(from: from, to: to, kind: kind, label: label))
            }
            switch call.operation {
            case .subscribe:
                var asker = caller
                if let id = call.subscription, begun.insert(id).inserted, isUsers(id, boxes) {
                    let box = boxes.box(ofSubscription: id)
                    if let box { add(caller, box, .subscribe) }
                    asker = box ?? caller
                }
                if let own { add(asker, own, .subscribe) }
                running[visit.call] = own ?? asker
            case .run, .connect: if let own { add(caller, own, .subscribe) }
            case .on, .forwardOn:
                if let own, parent != nil { add(caller, own, .event) }
                if let own, parent == nil, call.operation == .on { add(boxes.code(), own, .event) }
                if let own, !hasCalls[visit.call], Self.isLost(call, node) { add(own, nil, .drop) }
            case .schedule:
                if let own { add(caller, own, .schedule) }
                running[visit.call] = caller
            case .invoke: running[visit.call] = caller
            case .create, .mark: running[visit.call] = caller
            case .insert:
                if let box = boxes.box(ofSubscription: call.subscription) {
                    add(own, box, .insert)
                } else {
                    add(caller, own, .insert)
                }
            case .dispose:
                let target = own ?? boxes.box(ofSubscription: call.subscription)
                let isFromOutside = parent == nil || caller.map { boxes.isBag($0, in: trace) } ?? true
                if own != nil {
                    add(caller, own, .dispose)
                } else if let target, isFromOutside {
                    add(parent == nil ? boxes.code() : caller, target, .dispose)
                    running[visit.call] = target
                }
            case .handler: if node?.role == .object, let own { add(caller, own, .act, label: call.label ?? "handler") }
            case .deinit: if let own { add(caller ?? boxes.code(), own, .act, label: "deinit") }
            case .onCore: break
            }
            if let parent, let own, Self.isWork(call.operation), trace.calls[parent].operation == .invoke,
                let schedule = tree.parent(of: parent), trace.calls[schedule].operation.asksForWork,
                let scheduler = boxes.box(ofNode: trace.calls[schedule].node), scheduler != own
            {
                count(Key(from: scheduler, to: own, kind: .invoke), visit.call, work: parent)
            }
            for key in passed { count(key, visit.call) }
            passed.removeAll(keepingCapacity: true)
        }
        number()
    }

    /// Whether the user's code made the subscription, rather than an operator.
    private func isUsers(_ id: Int, _ boxes: GraphBoxes) -> Bool {
        boxes.subscriptionIndex[id].map { trace.subscriptions[$0].parent == nil } ?? false
    }

    /// Whether an event that led to no call went nowhere: a disposed sink dropped it, an observer had stopped, or a
    /// subject had nobody to send it to.
    private static func isLost(_ call: Trace.Call, _ node: Trace.Node?) -> Bool {
        guard let node, call.type == nil, call.event != nil else { return false }
        switch node.role {
        case .sink: return call.operation == .forwardOn
        case .observer: return call.operation == .on
        case .subject: return call.operation == .on && !node.behaviors.contains(.replays)
        default: return false
        }
    }

    /// Whether the call is one that scheduled work is about.
    private static func isWork(_ operation: Trace.Operation) -> Bool {
        switch operation {
        case .subscribe, .run, .connect, .on, .forwardOn, .handler: true
        default: false
        }
    }

    private mutating func count(_ key: Key, _ position: Int, work: Int? = nil) {
        let index = numbers[key] ?? edges.count
        if index == edges.count {
            numbers[key] = index
            edges.append(Edge(from: key.from, to: key.to, kind: key.kind, number: position, label: key.label))
        }
        if let work {
            if edges[index].work == work { return }
            edges[index].work = work
        }
        let call = trace.calls[position]
        steps.append(Step(edge: index, call: position))
        edges[index].number = min(edges[index].number, position)
        edges[index].count += 1
        if !edges[index].threads.contains(call.thread) { edges[index].threads.append(call.thread) }
        switch call.event?.kind {
        case .next:
            edges[index].next += 1
            if edges[index].values.count < Self.mostValues, let value = call.event?.value {
                edges[index].values.append(value)
            }
        case .error: edges[index].error += 1
        case .completed: edges[index].completed += 1
        case nil: break
        }
    }

    /// Numbers the edges by their first calls, which they hold until then.
    private mutating func number() {
        let order = edges.indices.sorted {
            (edges[$0].number, edges[$0].kind.rawValue, $0) < (edges[$1].number, edges[$1].kind.rawValue, $1)
        }
        var places = [Int](repeating: 0, count: edges.count)
        for (place, index) in order.enumerated() { places[index] = place }
        edges = order.map { edges[$0] }
        for index in edges.indices { edges[index].number = index + 1 }
        steps.sort { ($0.call, places[$0.edge]) < ($1.call, places[$1.edge]) }
        for index in steps.indices { steps[index].edge = places[steps[index].edge] }
    }
}

extension GraphBoxes {
    fileprivate func isBag(_ box: Int, in trace: Trace) -> Bool {
        if case .node(let node) = boxes[box].subject { return trace.nodes[node].role == .bag }
        return false
    }
}

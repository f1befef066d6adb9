/// The ways between the boxes of a graph that the calls of a trace went along, in the order of time.
struct GraphWalk {
    /// One time that something passed between two boxes.
    struct Step {
        // There are as many as calls: they are small.
        private let numbers: (way: Int32, call: Int32, origin: Int32, object: Int32)
        var manner = GraphManners.Manner.plain

        init(way: Int, call: Int, origin: Int?, object: Int?) {
            numbers = (Int32(way), Int32(call), origin.map { Int32($0) } ?? -1, object.map { Int32($0) } ?? -1)
        }

        /// Its place in ``ways``.
        var way: Int { Int(numbers.way) }
        /// The call's position.
        var call: Int { Int(numbers.call) }
        /// The position of the call that was handed the kept element.
        var origin: Int? { numbers.origin < 0 ? nil : Int(numbers.origin) }
        /// What was inserted, or the part of a box that it came to or from, by the position of its node.
        var object: Int? { numbers.object < 0 ? nil : Int(numbers.object) }
    }

    private(set) var ways: [GraphEdges.Way] = []
    private(set) var steps: [Step] = []

    private var numbers: [GraphEdges.Way: Int] = [:]
    /// Numbers for the ways without a word and a thread, most of all, and their places in ``ways``.
    private var plainWays = PairNumbers()
    private var placesOfPlain: [Int] = []
    private let trace: Trace
    private let picture: PicturedTrace
    private let nodes: [Trace.Node]
    private let index: IdentifierIndex
    private let subscriptions: IdentifierIndex
    private let tree: CallTree
    /// For each call, the box whose code was running; -1 for none.
    private var running: [Int32]
    private var begun: Set<Int> = []
    /// By the id of the disposable that a subscribe returned, that of the subject, or of what shares its source, which it
    /// leaves. A sink is disposed of by itself.
    private var subscribed: [Int: Int] = [:]
    /// What was left already: of ``subscribed`` the disposables, else the subscriptions that operators made.
    private var left: Set<Int> = []
    /// What was handed an end, by id: nobody is subscribed any more.
    private var ended: Set<Int> = []
    /// The boxes of the user's subscriptions that were handed an end.
    private var over: Set<Int> = []
    /// The objects that the program let go of, by id.
    private var released: Set<Int> = []
    /// By box, the object that its code registered with, and hears from.
    private var heard: [Int: Int] = [:]
    let insertions: DisposableInsertions
    private let ports: GraphPorts
    /// The disposables that have been disposed of, by id.
    private var disposed: Set<Int> = []
    /// For each call, whether its event came to a box from another.
    private var arrivals: [Bool]
    /// The calls that hand on a kept element, with the box that called: the tree may come to the keeping call later.
    private var handedOn: [(call: Int, own: Int, caller: Int?)] = []

    init(_ picture: PicturedTrace, boxes: inout GraphBoxes) {
        self.picture = picture
        trace = picture.trace
        nodes = trace.nodesWithRoles
        index = IdentifierIndex(nodes)
        subscriptions = IdentifierIndex(trace.subscriptions)
        tree = CallTree(trace)
        running = Array(repeating: -1, count: trace.calls.count)
        arrivals = Array(repeating: false, count: trace.calls.count)
        insertions = DisposableInsertions(trace, nodes: nodes, index: index)
        ports = GraphPorts(nodes, boxes)
        for visit in tree { visitCall(visit.call, &boxes) }
        addKept()
        // Those of one call stay as they are.
        let isInOrder = zip(steps, steps.dropFirst()).allSatisfy { $0.call <= $1.call }
        if !isInOrder {
            steps = steps.enumerated().sorted { ($0.element.call, $0.offset) < ($1.element.call, $1.offset) }
                .map(\.element)
        }
        GraphManners(trace, tree, nodes, boxes).note(in: &steps, ways)
    }

    private mutating func visitCall(_ position: Int, _ boxes: inout GraphBoxes) {
        let call = trace.calls[position]
        let parent = tree.parent(of: position)
        let caller = parent.flatMap { runningBox(in: $0) }
        let own = boxes.box(ofNode: call.node)
        run(own ?? caller, in: position)
        switch call.operation {
        case .subscribe: run(subscribe(call, position, from: caller, to: own, &boxes), in: position)
        case .run: if let own { add(position, caller, own, .subscribe) }
        case _ where call.operation.row.edge == .event:
            guard let own else { break }
            let object = object(of: call)
            if let object, let box = boxes.box(ofNode: object), released.insert(object).inserted {
                // It begins to end before its `deinit` is told of.
                add(position, caller ?? boxes.code(), box, .act, "release")
            }
            // An object tells of its end itself, whoever released it.
            let sender = object.flatMap { boxes.box(ofNode: $0) } ?? caller ?? heard[own] ?? boxes.code()
            add(position, sender, own, .event)
            if call.event?.kind != .next, let node = call.node {
                ended.insert(node)
                if let owner = index[node].flatMap({ nodes[$0].owner }) { ended.insert(owner) }
                if case .subscription = boxes.boxes[own].subject, boxes.boxes[own].count == 1 { over.insert(own) }
            }
            if picture.lost[call.id] != nil { add(position, own, nil, .drop) }
        case .schedule:
            run(caller, in: position)
            if let own { add(position, caller ?? boxes.code(), own, .schedule) }
        case .invoke:
            run(caller, in: position)
            if let parent, trace.calls[parent].operation.asksForWork,
                let scheduler = boxes.box(ofNode: trace.calls[parent].node)
            {
                add(position, scheduler, caller ?? boxes.code(), .invoke)
            }
        case .insert, .add:
            guard let own else { break }
            let isLate = insertions.late.contains(call.id)
            if let box = boxes.box(ofSubscription: call.subscription) {
                add(position, own, box, .insert, isLate: isLate)
            } else {
                let object = insertions.objects[call.id].flatMap { boxes.boxOfNode[$0] == nil ? nil : $0 }
                add(
                    position, caller ?? boxes.code(), own, .act, call.operation.name, isLate: isLate, object: object)
            }
        case .dispose: run(dispose(call, position, from: caller, to: own, &boxes), in: position)
        case .handler:
            let label = call.label ?? call.operation.name
            if role(call) == .object, let own {
                add(position, caller ?? boxes.code(), own, .act, label)
                if let caller, caller != own { heard[caller] = own }
            } else if own == nil, let caller, trace.closures[label].contains(.disposes) {
                // The closure that the user's code gave to the operator.
                add(position, caller, caller, .act, label, isLoop: true)
            }
        case .deinit:
            guard role(call) == .object || role(call) == .bag, let own, let node = call.node else { break }
            let isTold = role(call) == .object && !released.insert(node).inserted
            // Nobody calls it: who lets go of the last reference releases the object, and a bag with what holds it.
            let holder = role(call) == .bag ? call.label.map { " of \($0)" } ?? "" : ""
            let word = isTold ? call.operation.name : "release\(holder)"
            add(position, isTold ? own : caller ?? boxes.code(), own, .act, word, isLoop: isTold)
        case .create, .mark, .hop, .onCore: break
        default:
            // Such as `connect` and `remove`.
            if let own { add(position, caller ?? boxes.code(), own, .act, call.operation.name) }
        }
        if let own, call.origin != nil || !call.parts.isEmpty { handedOn.append((position, own, caller)) }
    }

    private func runningBox(in call: Int) -> Int? { running[call] < 0 ? nil : Int(running[call]) }

    private mutating func run(_ box: Int?, in call: Int) { running[call] = box.map { Int32($0) } ?? -1 }

    private mutating func add(
        _ call: Int, _ from: Int?, _ to: Int?, _ kind: GraphEdges.Kind, _ label: String? = nil, isLate: Bool = false,
        origin: Int? = nil, object: Int? = nil, isLoop: Bool = false
    ) {
        guard let from, from != to || isLoop else { return }
        if kind == .event { arrivals[call] = true }
        let thread = kind == .dispose ? trace.calls[call].thread : nil
        let way = GraphEdges.Way(from: from, to: to, kind: kind, label: label, isLate: isLate, thread: thread)
        let object = object ?? (ports.isEmpty ? nil : port(of: call, from, to, kind))
        steps.append(Step(way: number(of: way), call: call, origin: origin, object: object))
    }

    /// The part that an event or a subscribe comes to, else that which an event comes from, where it has a name of its own.
    private func port(of call: Int, _ from: Int, _ to: Int?, _ kind: GraphEdges.Kind) -> Int? {
        guard kind == .event || kind == .subscribe else { return nil }
        func port(_ call: Int, _ box: Int?) -> Int? {
            trace.calls[call].node.flatMap { index[$0] }.flatMap { ports.contains($0, in: box) ? $0 : nil }
        }
        if let port = port(call, to) { return port }
        return kind == .event ? tree.parent(of: call).flatMap { port($0, from) } : nil
    }

    /// The place of a way in ``ways``. To find it by its hash takes more time than all else about a step.
    private mutating func number(of way: GraphEdges.Way) -> Int {
        guard way.label == nil, way.thread == nil, !way.isLate else {
            let number = numbers[way] ?? ways.count
            if number == ways.count {
                numbers[way] = number
                ways.append(way)
            }
            return number
        }
        let target = Int32(truncatingIfNeeded: way.to.map { $0 + 1 } ?? 0)
        let plain = Int(plainWays.number(of: Int32(truncatingIfNeeded: way.from), target << 4 | way.kind.rawValue))
        if plain == placesOfPlain.count {
            placesOfPlain.append(ways.count)
            ways.append(way)
        }
        return placesOfPlain[plain]
    }

    /// The id of the object whose events the called node sends.
    private func object(of call: Trace.Call) -> Int? {
        guard let owner = call.node.flatMap({ index[$0] }).flatMap({ nodes[$0].owner }).flatMap({ index[$0] }),
            nodes[owner].role == .object
        else { return nil }
        return nodes[owner].id
    }

    private func role(_ call: Trace.Call) -> Trace.Role? { call.node.flatMap { index[$0] }.map { nodes[$0].role } }

    /// Answers the box whose code runs in the call.
    private mutating func subscribe(
        _ call: Trace.Call, _ position: Int, from caller: Int?, to own: Int?, _ boxes: inout GraphBoxes
    ) -> Int? {
        if let disposable = call.disposable, let node = call.node.flatMap({ index[$0] }),
            nodes[node].role == .subject || nodes[node].behaviors.contains(.shares)
        {
            subscribed[disposable] = call.node
        }
        guard let id = call.subscription, begun.insert(id).inserted, boxes.isUsers(id),
            let box = boxes.box(ofSubscription: id)
        else {
            if let own { add(position, caller, own, .subscribe) }
            return own ?? caller
        }
        // In work that the user's code asked for, it is the code of that.
        let code = caller != nil || tree.parent(of: position) == nil ? nil : boxes.code()
        add(position, caller ?? code, box, .act, call.operation.name)
        if let own { add(position, box, own, .subscribe) }
        return own ?? box
    }

    /// The user's code, or a bag, disposes of a subscription; all that comes of it goes from box to box. Answers the box
    /// whose code runs in the call.
    private mutating func dispose(
        _ call: Trace.Call, _ position: Int, from caller: Int?, to own: Int?, _ boxes: inout GraphBoxes
    ) -> Int? {
        let around = tree.parent(of: position).map { trace.calls[$0] }
        let isInClosure = around.map { $0.operation == .handler && role($0) == .observer } ?? false
        let isInRelease =
            around.map {
                ($0.operation == .deinit && role($0) != .observer) || $0.operation == .insert || $0.operation == .add
            } ?? false
        let isOutermost = caller == nil || isInClosure || isInRelease
        if isOutermost, let target = boxes.box(ofSubscription: call.subscription) ?? own {
            add(position, caller ?? boxes.code(), target, .dispose, isLate: isDisposed(call, position, target, boxes))
            return target
        }
        if let own {
            // A disposable may be disposed of by its own closure.
            let isOwn = role(call) == .disposable && around?.node == call.node
            add(position, caller, own, .dispose, isLate: isDisposed(call, position, own, boxes), isLoop: isOwn)
        } else if let source = leftSource(by: call), let caller, let box = boxes.box(ofNode: source) {
            add(position, caller, box, .dispose)
            return box
        }
        return own ?? caller
    }

    /// Whether a subscription has ended, or a disposable with a box has been disposed of before and nothing comes of it now.
    private mutating func isDisposed(_ call: Trace.Call, _ position: Int, _ box: Int, _ boxes: GraphBoxes) -> Bool {
        if over.contains(box) { return true }
        guard let node = call.node, case .node(let own) = boxes.boxes[box].subject, nodes[own].role == .disposable
        else { return false }
        return !disposed.insert(node).inserted && tree.children(of: position).isEmpty
    }

    /// The subject, or what shares its source, that is left before its end, by its id: a subscription to it is disposed of by
    /// the operator or the observer that made it. Another operator that is left is seen by its sink.
    private mutating func leftSource(by call: Trace.Call) -> Int? {
        if let disposable = call.node, let source = subscribed[disposable] {
            return left.insert(disposable).inserted && !ended.contains(source) ? source : nil
        }
        // A canonical trace tells the subscriptions of operators alone.
        guard subscribed.isEmpty, let subject = innerSubject(of: call), left.insert(subject.subscription).inserted
        else { return nil }
        return subject.id
    }

    private func innerSubject(of call: Trace.Call) -> (subscription: Int, id: Int)? {
        guard let subscription = call.subscription.flatMap({ subscriptions[$0] }).map({ trace.subscriptions[$0] }),
            subscription.parent != nil, let node = index[subscription.node], nodes[node].role == .subject
        else { return nil }
        return (subscription.id, subscription.node)
    }

    private mutating func addKept() {
        for (position, own, caller) in handedOn {
            let call = trace.calls[position]
            for origin in call.parts.isEmpty ? call.origin.map({ [$0] }) ?? [] : call.parts {
                // A part that the call around was handed has an edge of its own, and what an operator's insides hand each
                // other has none.
                guard let handed = tree.position(of: origin), arrivals[handed], let keeper = runningBox(in: handed),
                    keeper != caller || keeper == own
                else { continue }
                let word = call.parts.isEmpty || keeper != own ? nil : "combines"
                add(position, keeper, own, .kept, word, origin: handed, isLoop: true)
            }
        }
    }
}

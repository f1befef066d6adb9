/// Finds the subscriptions in a recording, and which call belongs to which, from the calls in the order they started.
///
/// A subscription begins where an observer that is not merely the next sink upward subscribes. The nodes made during
/// that subscribe belong to it, as do all later calls on those nodes. An event belongs to the subscription that
/// delivers it, also where its observer is a part of another: a sink that subscribes to one source after the other.
///
/// Nodes are spoken of by their slots, subscriptions by numbers from 0; -1 is none of either.
struct SubscriptionTracker {
    struct State {
        var parent: Int32 = -1
        var node: Int32
        var observer: Int32
        /// The stack that led to the subscribe.
        var stack: Int32
        var ended: End?
        /// The node its observer was subscribed to, and those that handed the observer on.
        var source: Int32
        var moreSources: [Int32] = []
        var hasDisposable = false
        var hasChildren = false
        /// Whether a `take` ended it before its source did.
        var isTaken = false

        func hasSource(_ node: Int32) -> Bool { source == node || moreSources.contains(node) }
    }

    /// Why a subscription ended; the words of the trace document.
    enum End: UInt8, CaseIterable {
        case completed, error, disposed, bag, take, `switch`, connection

        // Made once: describing a value is slow.
        private static let names = allCases.map { String(describing: $0) }

        var name: String { Self.names[Int(rawValue)] }
    }

    private(set) var nodes: RecordedNodes
    var states: [State] = []
    /// The subscription that is ended by disposing a node.
    var ofDisposable: [Int32]
    var ofNode: [Int32]
    /// The last subscription in which a node observes, and all of them where there are several.
    private(set) var observing: [Int32]
    private(set) var observingMany: [Int32: [Int32]] = [:]
    /// The observable whose observers share a connection, by the connection.
    private(set) var shared: [Int32: Int32] = [:]
    /// The subscriptions to a subject.
    private(set) var ofSubject: [Int32: [Int32]] = [:]
    /// The subscriptions to a node whose observer has no number, as far as they are not known to have ended.
    private var unnumbered: [Int32: [Int32]] = [:]
    /// Why disposables ended that no subscription is known to have, by slot: one whose subscribe has not returned when it
    /// is read may turn out to. nil where all is known beforehand.
    var unclaimed: [Int32: DisposalReason]?
    /// The subscribes whose disposables are defined behind what was read, by the disposables' recorded numbers: a write
    /// may take the end of a subscribe that was open when it began, and not what the subscribe made since.
    var undefined: [UInt32: ReturnedDisposable] = [:]
    /// Calls whose subscription showed only in a later one.
    private(set) var late: [Int: Int32] = [:]

    init(tables: RecordingTables) {
        nodes = tables.nodes
        let none = [Int32](repeating: -1, count: tables.nodes.count)
        ofDisposable = none
        ofNode = none
        observing = none
    }

    /// Takes the nodes that a recording has got since; those it had keep their slots.
    mutating func resume(with nodes: RecordedNodes) {
        self.nodes = nodes
        let new = repeatElement(Int32(-1), count: max(0, nodes.count - ofNode.count))
        ofDisposable += new
        ofNode += new
        observing += new
        late.removeAll(keepingCapacity: true)
        takeDefined()
    }

    /// Gives the nodes back, so that they are not in memory twice when more come.
    mutating func releaseBlocks() { nodes = RecordedNodes() }

    /// Takes the call on top of a thread's stack, and sets which subscription it belongs to.
    ///
    /// - Parameters:
    ///   - scheduled: for an `invoke`, the subscription of the `schedule`.
    ///   - stack: the number of the stack of addresses kept with the call.
    mutating func add(_ calls: inout RecordedStack, scheduled: Int32, stack: Int32) {
        let place = calls.stack.count - 1
        let call = calls.last
        let parent = calls.caller(of: place)
        if let parent { calls.stack[place].scope = calls.stack[parent].scope }
        let subscription: Int32
        switch call.operation?.row.belonging ?? .toNode {
        case .begins:
            subscription = addSubscribe(calls, parent: parent, stack: stack)
            calls.stack[place].scope = Int32(place)
        case .toNone:
            subscription = -1
        case .toCaller:
            subscription = parent.map { calls.stack[$0].subscription } ?? -1
        case .toAsker:
            subscription = scheduled >= 0 ? scheduled : parent.map { calls.stack[$0].subscription } ?? -1
        case .toDisposable:
            let disposable = nodes.slot(of: call.observer)
            let ended = value(ofDisposable, disposable)
            subscription = ended >= 0 ? ended : value(ofNode, disposable)
        case .toLibraryCaller:
            subscription = inherited(from: parent, calls)
        case .toDelivery:
            let delivering = delivering(call, parent: parent, calls)
            if delivering >= 0 { noteEvent(call, in: delivering) }
            subscription = delivering >= 0 ? delivering : addUse(of: call, parent: parent, calls)
        case .toNodeOrLibraryCaller:
            let used = addUse(of: call, parent: parent, calls)
            subscription = used >= 0 ? used : inherited(from: parent, calls)
        case .toNode:
            subscription = addUse(of: call, parent: parent, calls)
        }
        calls.stack[place].subscription = subscription
        if subscription >= 0, let parent { completeParent(parent, of: call, with: subscription, &calls) }
        if call.operation == .dispose { noteDispose(place, calls) }
    }

    /// The names of subscriptions in the user's code: it names them by the disposables that end them.
    var names: [Int32: String] {
        var names: [Int32: String] = [:]
        for (slot, name) in nodes.names where value(ofDisposable, slot) >= 0 {
            names[value(ofDisposable, slot)] = name
        }
        return names
    }

    func value(_ column: [Int32], _ slot: Int32) -> Int32 { slot >= 0 ? column[Int(slot)] : -1 }

    func role(of node: Int32) -> Trace.Role? { node >= 0 ? nodes.roles[Int(node)] : nil }

    func does(_ node: Int32, _ behavior: Trace.Behavior) -> Bool {
        node >= 0 && nodes.allBehaviors(of: node).contains(behavior)
    }

    private mutating func addSubscribe(_ calls: RecordedStack, parent: Int?, stack: Int32) -> Int32 {
        let call = calls.last
        let node = call.node
        let observer = nodes.slot(of: call.observer)
        let flags = RecordedSubscribeFlags(rawValue: call.detail)
        let enclosing = parent.flatMap { calls.stack[$0].scope >= 0 ? calls.stack[Int(calls.stack[$0].scope)] : nil }
        let subscription: Int32
        if let enclosing, call.observer != 0, enclosing.observer == call.observer, enclosing.subscription >= 0 {
            // The same observer, handed on: the user's subscribe and the observable's own, or `startWith`.
            subscription = enclosing.subscription
            if states[Int(subscription)].observer == observer { states[Int(subscription)].moreSources.append(node) }
        } else if !flags.contains(.begins), case let same = known(observer, within: enclosing), same >= 0 {
            subscription = same
            if observer >= 0, ofNode[Int(observer)] < 0 { ofNode[Int(observer)] = same }
        } else {
            subscription = Int32(states.count)
            var state = State(node: node, observer: observer, stack: stack, source: node)
            if !flags.contains(.byUser) {
                let around = value(ofNode, observer)
                state.parent = around >= 0 ? around : living(calls.nearestSubscription(from: parent))
            }
            if state.parent >= 0 { states[Int(state.parent)].hasChildren = true }
            states.append(state)
            if observer < 0 {
                unnumbered[node, default: []].append(subscription)
            } else {
                observe(observer, in: subscription)
                if role(of: observer) != .subject, ofNode[Int(observer)] < 0 { ofNode[Int(observer)] = subscription }
                if does(observer, .connects), let enclosing { shared[observer] = enclosing.node }
            }
        }
        if role(of: node) == .subject { ofSubject[node, default: []].append(subscription) }
        setDisposable(
            call.disposable, ReturnedDisposable(subscription: subscription, ends: flags.contains(.begins)))
        return subscription
    }

    private func known(_ observer: Int32, within enclosing: RecordedStackCall?) -> Int32 {
        let same = value(ofNode, observer)
        return same >= 0 ? same : enclosing?.subscription ?? -1
    }

    private mutating func observe(_ observer: Int32, in subscription: Int32) {
        let last = observing[Int(observer)]
        observing[Int(observer)] = subscription
        guard last >= 0 else { return }
        var all = observingMany[observer] ?? [last]
        // A subscription that has ended delivers no more. Kept short, as a sink may subscribe to any number of sources
        // in turn.
        if states[Int(last)].ended != nil { all.removeAll { states[Int($0)].ended != nil } }
        all.append(subscription)
        observingMany[observer] = all
    }

    private mutating func addUse(of call: RecordedStackCall, parent: Int?, _ calls: RecordedStack) -> Int32 {
        let known = value(ofNode, call.node)
        if known >= 0 { return known }
        if role(of: call.node) == .sink, let parent, calls.stack[parent].scope >= 0 {
            let subscription = calls.stack[Int(calls.stack[parent].scope)].subscription
            if subscription >= 0 {
                ofNode[Int(call.node)] = subscription
                return subscription
            }
        }
        return call.operation == .run ? calls.nearestSubscription(from: parent) : -1
    }

    /// The subscription that hands an observer an event; -1 where it is none that does.
    private mutating func delivering(_ call: RecordedStackCall, parent: Int?, _ calls: RecordedStack) -> Int32 {
        guard call.node >= 0 else { return deliveringToUnnumbered(call, parent: parent, calls) }
        let last = value(observing, call.node)
        guard last >= 0 else { return -1 }
        let caller = parent.map { calls.stack[$0] }
        // A subject is also handed events by the user's code.
        if role(of: call.node) == .subject, caller == nil || caller?.operation == .handler { return -1 }
        guard let caller, let candidates = observingMany[call.node], candidates.count > 1 else { return last }
        let source = shared[caller.node] ?? caller.node
        return candidates.last { $0 == caller.subscription || states[Int($0)].hasSource(source) } ?? last
    }

    /// The subscription that hands an event to an observer without a number, such as the closure of an `AnyObserver`: of
    /// a subject or what is shared, one to that; else the nearest around it, below no other code of the user's.
    private mutating func deliveringToUnnumbered(
        _ call: RecordedStackCall, parent: Int?, _ calls: RecordedStack
    ) -> Int32 {
        if let parent, calls.stack[parent].operation == .on, case let node = calls.stack[parent].node,
            role(of: node) == .subject || does(node, .connects)
        {
            let source = shared[node] ?? node
            unnumbered[source]?.removeAll { states[Int($0)].ended != nil }
            let living = unnumbered[source] ?? []
            // The end reaches them one after the other; of an element, nothing tells which of them it reaches.
            return call.eventKind != RecordedEventForm.next || living.count == 1 ? living.first ?? -1 : -1
        }
        var place = parent
        while let current = place {
            let call = calls.stack[current]
            if call.operation == .handler || call.operation == .on && call.node < 0 { return -1 }
            if call.subscription >= 0, states[Int(call.subscription)].observer < 0 { return call.subscription }
            place = calls.caller(of: current)
        }
        return -1
    }

    /// The subscription of the library's call around another: a call that the user's closures make is not a part of it.
    private func inherited(from parent: Int?, _ calls: RecordedStack) -> Int32 {
        guard let parent, calls.stack[parent].operation != .handler else { return -1 }
        return calls.stack[parent].subscription
    }

    /// An observer that passes events on, to one that is known, is a part of the same subscription.
    private mutating func completeParent(
        _ parent: Int, of call: RecordedStackCall, with subscription: Int32, _ calls: inout RecordedStack
    ) {
        let around = calls.stack[parent]
        guard around.subscription < 0, around.operation == .on, call.operation == .on,
            role(of: around.node) == .observer
        else { return }
        calls.stack[parent].subscription = subscription
        late[around.id] = subscription
        ofNode[Int(around.node)] = subscription
    }

    /// A subscription or, if it has ended, the one around it: calls that follow on an end are no part of the ended one.
    private func living(_ subscription: Int32) -> Int32 {
        var subscription = subscription
        while subscription >= 0, states[Int(subscription)].ended != nil, states[Int(subscription)].parent >= 0 {
            subscription = states[Int(subscription)].parent
        }
        return subscription
    }
}

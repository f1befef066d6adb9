import TraceKit

/// Finds the subscriptions in a recording, and which call belongs to which, from the calls in the order they started.
///
/// A subscription begins where an observer that is not merely the next sink upward subscribes. What is made during that
/// subscribe belongs to it, as does all that is later called on those nodes. An event belongs to the subscription that
/// delivers it, also where its observer is a part of another: a sink that subscribes to one source after the other.
struct SubscriptionTracker {
    struct State {
        var parent: Int?
        var node: UInt32
        var observer: UInt32
        var site: Trace.Site?
        var ended: String?
        /// What its observer was subscribed to: the node, and those that handed the observer on.
        var sources: [UInt32]
        var hasDisposable = false
        var hasChildren = false
        /// Whether a `take` ended it before its source did.
        var isTaken = false
    }

    let nodes: [UInt32: RecordedNode]
    var states: [State] = []
    /// The subscription of each call, by the call's position.
    private(set) var ofCall: [Int?] = []
    private(set) var calls: [MergedCall] = []
    /// The subscription that is ended by disposing a node.
    private(set) var ofDisposable: [UInt32: Int] = [:]
    /// The innermost `subscribe` around each call, itself included.
    private var scope: [Int?] = []
    private(set) var ofNode: [UInt32: Int] = [:]
    /// The subscriptions in which a node observes.
    private(set) var observing: [UInt32: [Int]] = [:]
    /// The observable whose observers share a connection, by the connection.
    private(set) var shared: [UInt32: UInt32] = [:]
    /// The subscriptions to a subject.
    private(set) var ofSubject: [UInt32: [Int]] = [:]
    var kinds: [UInt: SubscriptionNodeKind] = [:]

    init(nodes: [UInt32: RecordedNode]) {
        self.nodes = nodes
    }

    /// Takes the next call.
    mutating func add(_ call: MergedCall, site: Trace.Site?) {
        let position = calls.count
        calls.append(call)
        scope.append(call.parent.flatMap { scope[$0] })
        let subscription: Int?
        switch call.recorded.operation {
        case .subscribe:
            subscription = addSubscribe(call, site: site)
            scope[position] = position
        case .create:
            subscription = nil
        case .schedule:
            subscription = call.parent.flatMap { ofCall[$0] }
        case .invoke:
            subscription = (call.cause ?? call.parent).flatMap { ofCall[$0] }
        case .insert:
            let disposable = UInt32(truncatingIfNeeded: call.recorded.value)
            subscription = ofDisposable[disposable] ?? ofNode[disposable]
        case .connect:
            subscription = inherited(from: call.parent)
        case .on:
            let delivering = delivering(call)
            if let delivering { noteEvent(call, in: delivering) }
            subscription = delivering ?? addUse(of: call.recorded.node, in: call)
        case .dispose, .handler:
            subscription = addUse(of: call.recorded.node, in: call) ?? inherited(from: call.parent)
        default:
            subscription = addUse(of: call.recorded.node, in: call)
        }
        ofCall.append(subscription)
        if let subscription, let parent = call.parent { completeParent(parent, with: subscription) }
        if call.recorded.operation == .dispose { noteDispose(call) }
    }

    /// The number of the subscription a call belongs to. What a call belongs to may show only in a later one.
    func subscription(ofCallAt position: Int) -> Int? {
        ofCall[position].map { $0 + 1 }
    }

    private mutating func addSubscribe(_ call: MergedCall, site: Trace.Site?) -> Int? {
        let node = call.recorded.node
        let observer = UInt32(truncatingIfNeeded: call.recorded.value)
        let flags = SubscribeFlags(rawValue: call.recorded.detail)
        let enclosing = call.parent.flatMap { scope[$0] }
        let subscription: Int
        if let enclosing, observer != 0, UInt32(truncatingIfNeeded: calls[enclosing].recorded.value) == observer,
            let same = ofCall[enclosing]
        {
            // The same observer, handed on: the user's subscribe and the observable's own, or `startWith`.
            subscription = same
            if states[same].observer == observer { states[same].sources.append(node) }
        } else if !flags.contains(.begins), let same = ofNode[observer] ?? enclosing.flatMap({ ofCall[$0] }) {
            subscription = same
            if observer != 0, ofNode[observer] == nil { ofNode[observer] = same }
        } else {
            subscription = states.count
            let isInner = !flags.contains(.byUser)
            let parent = isInner ? ofNode[observer] ?? living(call.parent.flatMap { nearest(at: $0) }) : nil
            if let parent { states[parent].hasChildren = true }
            states.append(State(parent: parent, node: node, observer: observer, site: site, sources: [node]))
            if observer != 0 {
                observe(observer, in: subscription)
                if nodes[observer]?.role != .subject, ofNode[observer] == nil { ofNode[observer] = subscription }
                if kind(of: observer) == .connection, let enclosing {
                    shared[observer] = calls[enclosing].recorded.node
                }
            }
        }
        if nodes[node]?.role == .subject { ofSubject[node, default: []].append(subscription) }
        let disposable = UInt32(truncatingIfNeeded: call.recorded.value >> 32)
        if disposable != 0 {
            if flags.contains(.begins) {
                ofDisposable[disposable] = subscription
                states[subscription].hasDisposable = true
            }
            if ofNode[disposable] == nil { ofNode[disposable] = subscription }
        }
        return subscription
    }

    private mutating func observe(_ observer: UInt32, in subscription: Int) {
        // What has ended delivers no more. Kept short, as a sink may subscribe to any number of sources in turn.
        if let last = observing[observer]?.last, states[last].ended != nil {
            let states = states
            observing[observer]?.removeAll { states[$0].ended != nil }
        }
        observing[observer, default: []].append(subscription)
    }

    private mutating func addUse(of node: UInt32, in call: MergedCall) -> Int? {
        if let known = ofNode[node] { return known }
        guard let role = nodes[node]?.role, role == .sink, let parent = call.parent, let scope = scope[parent],
            let subscription = ofCall[scope]
        else { return call.recorded.operation == .run ? call.parent.flatMap { nearest(at: $0) } : nil }
        ofNode[node] = subscription
        return subscription
    }

    /// The subscription that hands an observer an event; nil where it is none that does.
    private func delivering(_ call: MergedCall) -> Int? {
        let node = call.recorded.node
        guard let candidates = observing[node] else { return nil }
        let caller = call.parent.map { calls[$0].recorded }
        // A subject is also handed events by the user's code.
        if nodes[node]?.role == .subject, caller == nil || caller?.operation == .handler { return nil }
        guard candidates.count > 1, let parent = call.parent, let caller else { return candidates.last }
        let source = shared[caller.node] ?? caller.node
        return candidates.last { $0 == ofCall[parent] || states[$0].sources.contains(source) } ?? candidates.last
    }

    /// The subscription of the library's call around another: what the user's closures call is not a part of it.
    private func inherited(from parent: Int?) -> Int? {
        guard let parent, calls[parent].recorded.operation != .handler else { return nil }
        return ofCall[parent]
    }

    /// An observer that passes events on, to one that is known, is a part of the same subscription.
    private mutating func completeParent(_ parent: Int, with subscription: Int) {
        let around = calls[parent].recorded
        guard ofCall[parent] == nil, around.operation == .on, calls.last?.recorded.operation == .on,
            nodes[around.node]?.role == .observer
        else { return }
        ofCall[parent] = subscription
        ofNode[around.node] = subscription
    }

    private func nearest(at position: Int) -> Int? {
        var position: Int? = position
        while let current = position {
            if let subscription = ofCall[current] { return subscription }
            position = calls[current].parent ?? calls[current].cause
        }
        return nil
    }

    /// A subscription or, if it has ended, the one around it: what follows on an end is no part of what ended.
    private func living(_ subscription: Int?) -> Int? {
        var subscription = subscription
        while let current = subscription, states[current].ended != nil, let parent = states[current].parent {
            subscription = parent
        }
        return subscription
    }
}

import TraceKit

/// Finds the subscriptions in a recording, and which call belongs to which, from the calls in the order they started.
///
/// A subscription begins where an observer that is not merely the next sink upward subscribes. What is made during that
/// subscribe belongs to it, as does all that is later called on those nodes.
struct SubscriptionTracker {
    private struct State {
        var parent: Int?
        var node: UInt32
        var observer: UInt32
        var site: Trace.Site?
        var ended: String?
    }

    private let nodes: [UInt32: RecordedNode]
    private var states: [State] = []
    /// The subscription of each call, by the call's position.
    private var ofCall: [Int?] = []
    /// The innermost `subscribe` around each call, itself included.
    private var scope: [Int?] = []
    private var calls: [MergedCall] = []
    private var ofNode: [UInt32: Int] = [:]
    /// The latest subscription in which a node observes.
    private var ofObserver: [UInt32: Int] = [:]
    /// The subscription that is ended by disposing a node.
    private var ofDisposable: [UInt32: Int] = [:]

    init(nodes: [UInt32: RecordedNode]) {
        self.nodes = nodes
    }

    /// Takes the next call. Returns the number of the subscription it belongs to.
    mutating func add(_ call: MergedCall, site: Trace.Site?) -> Int? {
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
            subscription = ofDisposable[UInt32(truncatingIfNeeded: call.recorded.value)]
        default:
            subscription = addUse(of: call.recorded.node, in: call)
        }
        ofCall.append(subscription)
        noteEnd(of: call)
        return subscription.map { $0 + 1 }
    }

    func finish(number: (UInt32) -> Int) -> [Trace.Subscription] {
        var ended = states.map(\.ended)
        for index in states.indices where ended[index] == nil {
            // What has nothing to dispose (a never-ending source) ends with the subscription it is part of.
            if let parent = states[index].parent, ended[parent] != nil { ended[index] = "disposed" }
        }
        return states.enumerated().map { index, state in
            Trace.Subscription(
                id: index + 1, parent: state.parent.map { $0 + 1 }, node: number(state.node), site: state.site,
                ended: ended[index])
        }
    }

    private mutating func addSubscribe(_ call: MergedCall, site: Trace.Site?) -> Int? {
        let observer = UInt32(truncatingIfNeeded: call.recorded.value)
        let flags = SubscribeFlags(rawValue: call.recorded.detail)
        let enclosing = call.parent.flatMap { scope[$0] }
        let subscription: Int
        if let enclosing, observer != 0, UInt32(truncatingIfNeeded: calls[enclosing].recorded.value) == observer,
            let same = ofCall[enclosing]
        {
            // The same observer, handed on: the user's subscribe and the observable's own, or `startWith`.
            subscription = same
        } else if !flags.contains(.begins), let same = ofNode[observer] ?? enclosing.flatMap({ ofCall[$0] }) {
            subscription = same
        } else {
            let isInner = !flags.contains(.byUser)
            subscription = states.count
            states.append(
                State(
                    parent: isInner ? ofNode[observer] ?? call.parent.flatMap { nearestSubscription(at: $0) } : nil,
                    node: call.recorded.node, observer: observer, site: site))
            if observer != 0 {
                ofObserver[observer] = subscription
                if nodes[observer]?.role != .subject, ofNode[observer] == nil { ofNode[observer] = subscription }
            }
        }
        let disposable = UInt32(truncatingIfNeeded: call.recorded.value >> 32)
        if disposable != 0 {
            if flags.contains(.begins) { ofDisposable[disposable] = subscription }
            if ofNode[disposable] == nil { ofNode[disposable] = subscription }
        }
        return subscription
    }

    private mutating func addUse(of node: UInt32, in call: MergedCall) -> Int? {
        if let known = ofNode[node] { return known }
        guard let role = nodes[node]?.role, role == .sink, let parent = call.parent, let scope = scope[parent],
            let subscription = ofCall[scope]
        else { return call.recorded.operation == .run ? call.parent.flatMap { nearestSubscription(at: $0) } : nil }
        ofNode[node] = subscription
        return subscription
    }

    private func nearestSubscription(at position: Int) -> Int? {
        var position: Int? = position
        while let current = position {
            if let subscription = ofCall[current] { return subscription }
            position = calls[current].parent ?? calls[current].cause
        }
        return nil
    }

    private mutating func noteEnd(of call: MergedCall) {
        switch call.recorded.operation {
        case .on:
            guard let subscription = ofObserver[call.recorded.node], states[subscription].ended == nil else { return }
            switch call.recorded.detail & 3 {
            case 2: states[subscription].ended = "error"
            case 3: states[subscription].ended = "completed"
            default: return
            }
        case .dispose:
            guard let subscription = ofDisposable[call.recorded.node], states[subscription].ended == nil else { return }
            let isConnection = type(of: states[subscription].observer).hasSuffix("Connection")
            states[subscription].ended = isConnection ? "connection" : reason(ofDisposeIn: call.parent)
        default:
            return
        }
    }

    private func type(of node: UInt32) -> String {
        nodes[node].map { TypeNames.simple(at: $0.type) } ?? ""
    }

    /// Why something was disposed, from the calls the disposal was made in.
    private func reason(ofDisposeIn parent: Int?) -> String {
        var position = parent
        while let current = position {
            let call = calls[current].recorded
            let type = type(of: call.node)
            switch call.operation {
            case .deinit, .insert:
                return "bag"
            case .handler:
                return "disposed"
            case .on where type.hasPrefix("Take"):
                return "take"
            case .on where type.hasPrefix("Switch") || type.hasPrefix("MapSwitch"):
                return "switch"
            default:
                position = calls[current].parent
            }
        }
        return "disposed"
    }
}

import TraceKit

// Why subscriptions end.
extension SubscriptionTracker {
    func finish(number: (UInt32) -> Int) -> [Trace.Subscription] {
        var ended = states.map(\.ended)
        for index in states.indices where ended[index] == nil && !states[index].hasDisposable {
            ended[index] = endWithoutDisposal(of: index, ended: ended)
        }
        return states.enumerated().map { index, state in
            Trace.Subscription(
                id: index + 1, parent: state.parent.map { $0 + 1 }, node: number(state.node), site: state.site,
                ended: ended[index])
        }
    }

    /// What has nothing to dispose (a never-ending source) ends with the subscription it is part of or, shared, with the
    /// last of those that share it.
    private func endWithoutDisposal(of index: Int, ended: [String?]) -> String? {
        if let node = shared[states[index].observer] {
            let isInUse = states.indices.contains { ended[$0] == nil && states[$0].sources.contains(node) }
            return isInUse ? nil : "connection"
        }
        guard let parent = states[index].parent, let reason = ended[parent] else { return nil }
        return reason == "bag" ? "bag" : isTaken(index) ? "take" : "disposed"
    }

    mutating func noteEvent(_ call: MergedCall, in subscription: Int) {
        guard states[subscription].ended == nil else { return }
        switch call.recorded.detail & 3 {
        case 2: states[subscription].ended = "error"
        case 3: states[subscription].ended = "completed"
        default: return
        }
    }

    mutating func noteDispose(_ call: MergedCall) {
        let node = call.recorded.node
        if kind(of: node) == .take, isTake(call), let taken = ofNode[node] { states[taken].isTaken = true }
        for subscription in ofSubject[node] ?? [] where states[subscription].ended == nil {
            // Nothing else can reach its observer: a disposed subject has let go of it.
            if !states[subscription].hasChildren { states[subscription].ended = "disposed" }
        }
        let connection = kind(of: node) == .connection ? observing[node]?.last : nil
        guard let subscription = ofDisposable[node] ?? connection, states[subscription].ended == nil else { return }
        let isConnection = kind(of: states[subscription].observer) == .connection
        states[subscription].ended = isConnection ? "connection" : reason(ofDisposing: subscription, in: call)
    }

    /// Why something was disposed, from the calls the disposal was made in.
    private mutating func reason(ofDisposing subscription: Int, in call: MergedCall) -> String {
        var outermost = call
        while let parent = outermost.parent, calls[parent].recorded.operation == .dispose {
            outermost = calls[parent]
            if let around = ofDisposable[outermost.recorded.node], states[around].ended == "connection" {
                return "connection"
            }
        }
        guard let parent = outermost.parent else { return "disposed" }
        let cause = calls[parent].recorded
        switch cause.operation {
        case .deinit, .insert:
            // Other things that are released, or that disposables are added to, are no bags.
            return nodes[cause.node]?.role == .bag ? "bag" : "disposed"
        case .on where cause.detail & 3 == 1 && kind(of: cause.node) == .switch:
            return "switch"
        case .on, .invoke:
            return isTake(outermost) ? "take" : "disposed"
        case .subscribe, .run, .schedule:
            // Disposed as soon as there was something to dispose: what for is known from before.
            return isTaken(subscription) ? "take" : "disposed"
        default:
            return "disposed"
        }
    }

    /// Whether a disposal is that of a `take`, or of its source by it, because it had enough.
    private mutating func isTake(_ call: MergedCall) -> Bool {
        guard let cause = call.parent.map({ calls[$0].recorded }) else { return false }
        return switch cause.operation {
        case .on: cause.detail & 3 == 1 && kind(of: cause.node) == .take
        case .invoke: kind(of: call.recorded.node) == .take
        default: false
        }
    }

    func isTaken(_ subscription: Int) -> Bool {
        var subscription: Int? = subscription
        while let current = subscription {
            if states[current].isTaken { return true }
            subscription = states[current].parent
        }
        return false
    }

    mutating func kind(of node: UInt32) -> SubscriptionNodeKind {
        guard let type = nodes[node]?.type else { return .other }
        if let kind = kinds[type] { return kind }
        let kind = SubscriptionNodeKind(typeName: TypeNames.simple(at: type))
        kinds[type] = kind
        return kind
    }
}

/// What a node's type says about the subscriptions that end by it.
enum SubscriptionNodeKind {
    case take, `switch`, connection, other

    init(typeName name: String) {
        switch name {
        case "MapSwitchSink", "SwitchIdentitySink": self = .switch
        case _ where name.hasPrefix("Take"): self = .take
        case _ where name.hasSuffix("Connection"): self = .connection
        default: self = .other
        }
    }
}

/// Finds the facts about the calls of a chain.
struct StepWriter {
    typealias Step = CausalChain.Step

    private let source: any TraceSource
    private let owners: OperatorOwners

    init(_ source: any TraceSource) {
        self.source = source
        owners = OperatorOwners(source)
    }

    /// - Parameter calls: each led to the one before it.
    func steps(_ calls: [Trace.Call]) -> [Step] {
        var steps: [Step] = []
        for call in calls.reversed() { steps.append(step(call, above: steps.last)) }
        return steps.reversed()
    }

    /// - Parameter above: the step that led to the call.
    func step(_ call: Trace.Call, above: Step?) -> Step {
        let position = call.node.flatMap { source.nodes.position(of: $0) }
        var step = Step(call: call, node: position.map { source.nodes[$0] }, event: call.event)
        let subscription = call.subscription.flatMap { source.subscriptions[id: $0] }
        step.site = position.flatMap { owners.site(of: $0) }
        let isUsers = step.node?.role == .observer || call.operation == .handler
        // The outermost subscribe is the user's line; those below it are made by operators.
        let isUsersSubscribe =
            call.operation == .subscribe && above?.call.operation != .subscribe && call.node == subscription?.node
        if step.site == nil && isUsers || isUsersSubscribe {
            step.site = subscription?.site ?? step.site
        }
        // The user's code sent it there.
        step.site = call.site ?? step.site
        if call.operation == .handler, call.event == nil, call.cause == nil { step.event = above?.call.event }
        if let above, call.cause == above.call.id, call.hasWaited { step.waited = call.time(since: above.call) }
        return step
    }
}

extension Trace.Call {
    /// The nanoseconds from the start of another call to that of this one; nil where times were left out.
    func time(since other: Trace.Call) -> UInt64? {
        guard let start, let before = other.start else { return nil }
        return start >= before ? start - before : 0
    }
}

/// Why a call was made: the calls from it back to where it all began, across every hop to a scheduler.
///
/// ```swift
/// let chain = try CausalChain(of: 61, in: source)
/// print(chain?.steps.map(\.call.operation) ?? [])
/// // [handler, onCore, on, invoke, schedule, onCore, on, …, subscribe]
/// ```
public struct CausalChain: Sendable {
    /// A call of the chain.
    public struct Step: Sendable {
        public var call: Trace.Call
        public var node: Trace.Node?
        /// The line of source that made the operator, or subscribed the observer, of which this is a call.
        public var site: Trace.Site?
        /// For work, the nanoseconds from when it was scheduled to when it ran; nil where times were left out.
        public var waited: UInt64?
        /// The event the call was handed, by itself or by the call around a closure's call.
        public var event: Trace.Event?

        /// Whether no recorded call led to it.
        package var isOutside: Bool { call.parent == nil && call.cause == nil }
    }

    /// From the call that is explained back to the one that nothing in the trace caused.
    public internal(set) var steps: [Step]
    /// Where in ``steps`` the event came into being; nil where the call was handed none.
    public internal(set) var emission: Int?
    /// The subscription through which the call came, then those in which it was made.
    public internal(set) var subscriptions: [Trace.Subscription]
    /// How many calls in the middle of a very long chain are not in ``steps``, and before which step they belong.
    public internal(set) var omitted: (count: Int, before: Int)?

    /// The most calls that are kept of a chain.
    static let limit = 20_000

    /// - Returns: nil where the trace has no call with the id.
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    /// - Complexity: goes through the calls twice; takes four bytes for each.
    public init?(of id: Int, in source: any TraceSource) throws {
        var links = CausalLinks(capacity: source.callCount)
        try source.forEachCall { links.add($0) }
        try self.init(of: id, links, in: source)
    }

    init?(of id: Int, _ links: CausalLinks, in source: any TraceSource) throws {
        guard let way = try CausalWay(to: id, links, in: source) else { return nil }
        let writer = StepWriter(source: source, owners: way.owners)
        var steps: [Step] = []
        for call in way.calls.reversed() { steps.append(writer.step(call, above: steps.last)) }
        self.steps = steps.reversed()
        omitted = way.omitted
        emission = Self.emission(self.steps)
        subscriptions = []
        var next = self.steps.lazy.compactMap(\.call.subscription).first
        while let one = next.flatMap({ source.subscriptions[id: $0] }) {
            subscriptions.append(one)
            next = one.parent.flatMap { $0 < one.id ? $0 : nil }
        }
    }

    /// Goes back while the event is handed on: up to the closure, or the start of a source, that sent it.
    private static func emission(_ steps: [Step]) -> Int? {
        var found: Int?
        for (position, step) in steps.enumerated() {
            switch step.call.operation {
            case .handler where position > 0, .run, .subscribe, .create, .connect: return found
            default: if step.call.event != nil { found = position }
            }
        }
        return found
    }

    /// Finds the facts about a call.
    private struct StepWriter {
        let source: any TraceSource
        let owners: OperatorOwners

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
            if let above, call.cause == above.call.id, let asked = above.call.start, let start = call.start {
                step.waited = start >= asked ? start - asked : 0
            }
            return step
        }
    }
}

/// By which call each subscription of a trace ended, as the calls go by.
///
/// A subscription ends with the terminal event that reaches its observer, or by the outermost of the disposals that end it
/// and that it did not make itself: an operator that lets go of a source goes on.
struct SubscriptionDepartures {
    /// A call that runs around another.
    struct Around {
        var call: Int
        var operation: Trace.Operation
        var subscription: Int?
    }

    private let subscriptions: TraceTable<Trace.Subscription>
    private var endings: [Int: LostEvent.Ending] = [:]
    /// The subscription in which each sink was run.
    private var homes: [Int: Int] = [:]

    init(_ source: any TraceSource) {
        subscriptions = source.subscriptions
    }

    /// The call that ended a subscription; nil while it goes on.
    subscript(subscription: Int?) -> LostEvent.Ending? { subscription.flatMap { endings[$0] } }

    /// Takes each call as it starts, and answers the subscription that it ends.
    ///
    /// - Parameters:
    ///   - role: that of its node.
    ///   - site: the line of the user's code that made it, or a call around it.
    ///   - around: the calls that run around it, the innermost first; asked for where it is a `dispose`.
    mutating func add(
        _ call: Trace.Call, role: Trace.Role?, site: @autoclosure () -> Trace.Site?,
        around: @autoclosure () -> some Sequence<Around>
    ) -> Int? {
        guard let subscription = call.subscription else { return nil }
        switch call.operation {
        case .run:
            if role == .sink, let node = call.node, homes[node] == nil { homes[node] = subscription }
        case .on:
            guard let kind = call.eventKind, kind != .next, endings[subscription] == nil else { return nil }
            // A sink passes the end of its own subscription on; that of another it was subscribed in.
            if role == .sink, call.node.map({ homes[$0] == nil || homes[$0] == subscription }) ?? true { return nil }
            if role == .sink || role == .observer || call.node == nil {
                return end(subscription, by: call.id, otherwise: kind.name, site())
            }
        case .dispose:
            guard endings[subscription] == nil else { return nil }
            var outermost = call.id
            for frame in around() {
                guard frame.operation == .dispose else {
                    // An event of its own, or its beginning, that lets go of something: it goes on.
                    let isOwn = frame.subscription == subscription && frame.operation != .handler
                    if isOwn, frame.operation.row.meaning != .disposal { return nil }
                    break
                }
                outermost = frame.call
            }
            return end(subscription, by: outermost, otherwise: Trace.Operation.dispose.name, site())
        default: break
        }
        return nil
    }

    private mutating func end(
        _ subscription: Int, by call: Int, otherwise word: String, _ site: Trace.Site?
    ) -> Int {
        let ended = subscriptions[id: subscription]?.ended ?? word
        // The reason that the document has for a disposal by the user.
        let told = ended == "disposed" ? Trace.Operation.dispose.name : ended
        endings[subscription] = .init(call: call, word: told, site: site, subscription: subscription)
        return subscription
    }
}

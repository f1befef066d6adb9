/// The first and the last call of each subscription, by position.
struct SubscriptionSpans {
    private let subscriptions: TraceTable<Trace.Subscription>
    private var first: [UInt32]
    private var last: [UInt32]

    init(_ source: any TraceSource) {
        subscriptions = source.subscriptions
        first = Array(repeating: .max, count: subscriptions.count)
        last = first
    }

    /// Takes the next call of a first way through the trace.
    mutating func add(_ call: Trace.Call, at position: Int) {
        guard let subscription = index(of: call) else { return }
        if first[subscription] == .max { first[subscription] = UInt32(position) }
        last[subscription] = UInt32(position)
    }

    /// The subscription whose first call this is, by its place in the table.
    func begun(by call: Trace.Call, at position: Int) -> Int? {
        index(of: call).flatMap { first[$0] == UInt32(position) ? $0 : nil }
    }

    /// The subscription whose last call this is, by its place in the table.
    func ended(by call: Trace.Call, at position: Int) -> Int? {
        index(of: call).flatMap { last[$0] == UInt32(position) ? $0 : nil }
    }

    private func index(of call: Trace.Call) -> Int? { call.subscription.flatMap { subscriptions.position(of: $0) } }
}

/// The span that each call belongs to where a span is a subscription: 0 is the program's, and above it is each
/// subscription's, by its place in the table.
///
/// A call without a subscription belongs where it was called, or where the work it is part of was asked for; that work may
/// go on when the subscription is over, and is then the program's.
struct CallSpans {
    private let subscriptions: TraceTable<Trace.Subscription>
    /// For each call, by position; with the uppermost bit where work that was asked for led there.
    private var spans: [UInt32] = []
    private static let asked: UInt32 = 1 << 31
    /// The first call of each subscription, and the last one of it or within its calls.
    private var first: [UInt32]
    private var last: [UInt32]

    init(_ source: any TraceSource) {
        subscriptions = source.subscriptions
        first = Array(repeating: .max, count: subscriptions.count + 1)
        last = Array(repeating: 0, count: subscriptions.count + 1)
        spans.reserveCapacity(source.callCount)
    }

    /// Takes the next call of a first way through the trace, once `positions` know it.
    mutating func add(_ call: Trace.Call, at position: Int, _ positions: CallPositions) {
        if let subscription = call.subscription.flatMap({ subscriptions.position(of: $0) }) {
            let span = subscription + 1
            if first[span] == .max { first[span] = UInt32(position) }
            last[span] = UInt32(position)
            spans.append(UInt32(span))
        } else if let cause = Self.before(position, call.cause, positions) {
            spans.append(spans[cause] | Self.asked)
        } else if let parent = Self.before(position, call.parent, positions) {
            let span = spans[parent]
            if span & Self.asked == 0 { last[Int(span)] = UInt32(position) }
            spans.append(span)
        } else {
            spans.append(0)
        }
    }

    /// The position of an earlier call.
    private static func before(_ position: Int, _ id: Int?, _ positions: CallPositions) -> Int? {
        id.flatMap { positions[$0] }.flatMap { $0 < position ? $0 : nil }
    }

    /// The span of the call at a position.
    subscript(position: Int) -> Int {
        let span = Int(spans[position] & ~Self.asked)
        return position <= last[span] ? span : 0
    }

    /// Whether a subscription has any calls.
    func hasCalls(_ span: Int) -> Bool { first[span] != .max }

    func begins(_ span: Int, at position: Int) -> Bool { first[span] == UInt32(position) }

    func ends(_ span: Int, at position: Int) -> Bool { last[span] == UInt32(position) }

    /// The spans of the subscription in which an operator made another one, and of the work in which it was subscribed.
    func parents(
        of span: Int, begunBy call: Trace.Call, at position: Int, _ positions: CallPositions
    ) -> (maker: Int?, work: Int?) {
        let above = Self.before(position, call.cause, positions) ?? Self.before(position, call.parent, positions)
        let work = above.map { self[$0] }
        var maker = subscriptions[span - 1].parent.flatMap { subscriptions.position(of: $0) }.map { $0 + 1 }
        // One of which no call is left has no span; one that begins later, as only foreign traces have it, could close a
        // circle.
        while let one = maker, first[one] >= position {
            let above = subscriptions[one - 1].parent.flatMap { subscriptions.position(of: $0) }.map { $0 + 1 }
            maker = above.flatMap { $0 < one ? $0 : nil }
        }
        return (maker, work)
    }
}

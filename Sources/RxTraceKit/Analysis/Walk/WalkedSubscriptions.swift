/// What a walk knows of the subscriptions of a trace.
struct WalkedSubscriptions {
    private let table: TraceTable<Trace.Subscription>
    /// By position in the table.
    var facts: [SubscriptionFacts?]
    /// By position too, the call that began a subscription, and its root: most calls ask for these alone.
    private var begun: [(call: Int, root: Int)]
    private static let notBegun = (call: Int.min, root: Int.min)
    private var rows = RecentRows<Trace.Subscription>()
    /// Whether a subscription is an operator's own, by position, as far as that was asked.
    private var isOwn: [Bool?]

    init(_ table: TraceTable<Trace.Subscription>) {
        self.table = table
        facts = Array(repeating: nil, count: table.count)
        begun = Array(repeating: Self.notBegun, count: table.count)
        isOwn = Array(repeating: nil, count: table.count)
    }

    func position(of subscription: Int?) -> Int? { subscription.flatMap { table.position(of: $0) } }

    mutating func row(_ id: Int) -> Trace.Subscription? {
        if let known = rows[id] { return known }
        let row = table[id: id]
        rows[id] = row
        return row
    }

    /// Notes what is known of a subscription that begins.
    mutating func begin(_ new: SubscriptionFacts, at position: Int) {
        facts[position] = new
        begun[position] = (new.call, new.root)
    }

    /// Whether a call begins its own.
    func isBegun(by call: Trace.Call) -> Bool {
        position(of: call.subscription).map { begun[$0].call == call.id } ?? false
    }

    func facts(of subscription: Int?) -> SubscriptionFacts? { position(of: subscription).flatMap { facts[$0] } }

    /// The user's subscription that led to one; itself where that is not known.
    func root(of subscription: Int?) -> Int? {
        guard let position = position(of: subscription), begun[position].call != Self.notBegun.call else {
            return subscription
        }
        return begun[position].root
    }

    /// Whether an operator made a subscription, rather than the user's code.
    mutating func isOperators(_ subscription: Int) -> Bool {
        guard let position = table.position(of: subscription) else { return false }
        if let known = isOwn[position] { return known }
        let isOperators = table[position].parent != nil
        isOwn[position] = isOperators
        return isOperators
    }
}

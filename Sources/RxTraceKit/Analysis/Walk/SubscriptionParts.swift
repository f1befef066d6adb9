/// The subscriptions that operators made for others, by these: looked for once, as a table of subscriptions is long.
struct SubscriptionParts {
    /// The parts of one subscription stand side by side, in the order of their ids.
    private let all: [(parent: Int, row: Int)]

    init(_ subscriptions: TraceTable<Trace.Subscription>) {
        all = subscriptions.lazy.compactMap { row in row.parent.map { (parent: $0, row: row.id) } }.sorted(by: <)
    }

    /// The ids of those that were made for a subscription, in their order.
    subscript(parent: Int) -> LazyMapSequence<ArraySlice<(parent: Int, row: Int)>, Int> {
        all[index(of: (parent, .min))..<index(of: (parent, .max))].lazy.map(\.row)
    }

    /// The last of them that was made before another subscription.
    func last(of parent: Int, before row: Int) -> Int? {
        all[..<index(of: (parent, row))].last.flatMap { $0.parent == parent ? $0.row : nil }
    }

    private func index(of place: (parent: Int, row: Int)) -> Int { all.partitioningIndex { $0 >= place } }
}

/// Gives nodes and subscriptions their numbers in the canonical form, from 1, as they first appear.
struct CanonicalNumbering {
    /// Numbers given to some rows of a list.
    struct Numbers {
        private let index: IdentifierIndex
        private var numbers: [Int?]
        /// The positions of the rows that have a number, in the order of the numbers.
        private(set) var rows: [Int] = []

        init<Row: Identifiable>(_ list: [Row]) where Row.ID == Int {
            index = IdentifierIndex(list)
            numbers = Array(repeating: nil, count: list.count)
        }

        func position(of id: Int) -> Int? { index[id] }
        func number(of position: Int) -> Int? { numbers[position] }
        func number(named id: Int) -> Int? { index[id].flatMap { numbers[$0] } }

        /// Gives the row the next number, unless it has one.
        mutating func give(to position: Int) {
            guard numbers[position] == nil else { return }
            rows.append(position)
            numbers[position] = rows.count
        }
    }

    private(set) var nodes: Numbers
    private(set) var subscriptions: Numbers
    private let trace: Trace

    init(_ trace: Trace, order: CanonicalOrder) {
        self.trace = trace
        nodes = Numbers(trace.nodes)
        subscriptions = Numbers(trace.subscriptions)
        for position in order.positions {
            if let node = order.node(of: position).flatMap({ nodes.position(of: $0) }) { nodes.give(to: node) }
            if let subscription = order.subscription(of: position).flatMap({ subscriptions.position(of: $0) }) {
                number(subscription)
            }
        }
        numberNodesOfSubscriptions()
        for position in subscriptionsNoCallNames() { number(position) }
        numberNodesOfSubscriptions()
    }

    /// The subscription in which the one at `position` was made.
    func parent(of position: Int) -> Int? {
        let subscription = trace.subscriptions[position]
        guard let parent = subscription.parent, parent < subscription.id else { return nil }
        return subscriptions.position(of: parent)
    }

    /// Numbers a subscription, and before it those it was made in, so that a parent is always the smaller number.
    private mutating func number(_ position: Int) {
        var chain: [Int] = []
        var next: Int? = position
        while let current = next, subscriptions.number(of: current) == nil {
            chain.append(current)
            next = parent(of: current)
        }
        for current in chain.reversed() { subscriptions.give(to: current) }
    }

    /// A subscription may be of a node that no call of the trace names.
    private mutating func numberNodesOfSubscriptions() {
        for position in subscriptions.rows {
            if let node = nodes.position(of: trace.subscriptions[position].node) { nodes.give(to: node) }
        }
    }

    /// The subscriptions without a number, ordered by the facts that are the same in every run.
    private func subscriptionsNoCallNames() -> [Int] {
        trace.subscriptions.indices.filter { subscriptions.number(of: $0) == nil }
            .map { (position: $0, numbers: knownNumbers(of: $0), texts: knownTexts(of: $0)) }
            .sorted { first, second in
                if first.numbers != second.numbers { return first.numbers.lexicographicallyPrecedes(second.numbers) }
                if first.texts != second.texts { return first.texts.lexicographicallyPrecedes(second.texts) }
                return first.position < second.position
            }
            .map(\.position)
    }

    private func knownNumbers(of position: Int) -> [Int] {
        let subscription = trace.subscriptions[position]
        return [
            nodes.number(named: subscription.node) ?? .max,
            parent(of: position).map { subscriptions.number(of: $0) ?? .max } ?? -1,
            subscription.site?.line ?? -1,
        ]
    }

    private func knownTexts(of position: Int) -> [String] {
        let subscription = trace.subscriptions[position]
        let node = nodes.position(of: subscription.node).map { trace.nodes[$0] }
        return [
            subscription.site?.file, subscription.ended, node?.type, node?.name, node?.generic,
            node?.site?.description, subscription.name, node.flatMap { $0.isEarly ? "early" : nil },
        ].map { $0 ?? "" }
    }
}

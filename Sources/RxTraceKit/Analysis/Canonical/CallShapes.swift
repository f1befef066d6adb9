/// Orders calls by the properties that are the same in every run of a program: not by ids, threads or times.
struct CallShapes {
    enum Comparison {
        case before, same, after
    }

    private let trace: Trace
    private let mainThread: Int?
    private let nodeIndex: IdentifierIndex
    private let subscriptionIndex: IdentifierIndex
    /// For each node, and each subscription, when the known calls first name it.
    private var nodeRanks: [Int]
    private var subscriptionRanks: [Int]

    /// - Parameter known: positions of calls whose order is settled, so that the things they name can be told apart.
    init(_ trace: Trace, mainThread: Int?, known: [Int]) {
        self.trace = trace
        self.mainThread = mainThread
        nodeIndex = IdentifierIndex(trace.nodes)
        subscriptionIndex = IdentifierIndex(trace.subscriptions)
        nodeRanks = Array(repeating: .max, count: trace.nodes.count)
        subscriptionRanks = Array(repeating: .max, count: trace.subscriptions.count)
        for (rank, position) in known.enumerated() {
            let call = trace.calls[position]
            if let node = call.node.flatMap({ nodeIndex[$0] }), nodeRanks[node] == .max { nodeRanks[node] = rank }
            if let subscription = call.subscription.flatMap({ subscriptionIndex[$0] }),
                subscriptionRanks[subscription] == .max
            {
                subscriptionRanks[subscription] = rank
            }
        }
    }

    /// Compares two walks call by call, as words are compared letter by letter.
    func compare(_ first: [CallTree.Visit], _ second: [CallTree.Visit]) -> Comparison {
        for (left, right) in zip(first, second) {
            let comparison = compare(left, right)
            if comparison != .same { return comparison }
        }
        return Self.compare(first.count, second.count)
    }

    private func compare(_ first: CallTree.Visit, _ second: CallTree.Visit) -> Comparison {
        let left = numbers(of: first)
        let right = numbers(of: second)
        if left != right { return left.lexicographicallyPrecedes(right) ? .before : .after }
        let leftTexts = texts(of: first)
        let rightTexts = texts(of: second)
        if leftTexts != rightTexts { return leftTexts.lexicographicallyPrecedes(rightTexts) ? .before : .after }
        return .same
    }

    private func numbers(of visit: CallTree.Visit) -> [Int] {
        let call = trace.calls[visit.call]
        let node = call.node.flatMap { nodeIndex[$0] }
        let subscription = call.subscription.flatMap { subscriptionIndex[$0] }
        return [
            visit.depth, Int(call.operation.rawValue), call.thread == mainThread ? 0 : 1,
            node.map { nodeRanks[$0] } ?? -1, subscription.map { subscriptionRanks[$0] } ?? -1,
            node.flatMap { trace.nodes[$0].site?.line } ?? -1, call.event.map { Int($0.kind.rawValue) } ?? -1,
            call.site?.line ?? -1,
        ]
    }

    private func texts(of visit: CallTree.Visit) -> [String] {
        let call = trace.calls[visit.call]
        let node = call.node.flatMap { nodeIndex[$0] }.map { trace.nodes[$0] }
        return [
            node?.type, node?.generic, node?.name, node?.site?.file, call.type, call.label, call.event?.value,
            node.flatMap { $0.isEarly ? "early" : nil }, call.site?.file,
        ].map { $0 ?? "" }
    }

    private static func compare(_ first: Int, _ second: Int) -> Comparison {
        first == second ? .same : first < second ? .before : .after
    }
}

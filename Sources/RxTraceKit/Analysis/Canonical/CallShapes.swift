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

    /// Compares two walks by what was called, then by the values, then by the places in the source: what of that is not
    /// compared changes no order of the rest.
    func compareParts(_ first: [CallTree.Visit], _ second: [CallTree.Visit]) -> Comparison {
        for part in Part.allCases {
            for (left, right) in zip(first, second) {
                let comparison = compare(part, left, right)
                if comparison != .same { return comparison }
            }
            let comparison = Self.compare(first.count, second.count)
            if comparison != .same { return comparison }
        }
        return .same
    }

    /// How early the node with an id is known; past all others where it is not.
    func rank(of node: Int?) -> Int { node.flatMap { nodeIndex[$0] }.map { min(nodeRanks[$0], Int(Int32.max)) } ?? -1 }

    private enum Part: CaseIterable {
        case calls, nodes, values, sites
    }

    private func compare(_ part: Part, _ first: CallTree.Visit, _ second: CallTree.Visit) -> Comparison {
        func order<Value: Comparable>(_ left: [Value], _ right: [Value]) -> Comparison {
            left == right ? .same : left.lexicographicallyPrecedes(right) ? .before : .after
        }
        let (left, right) = (numbers(of: first), numbers(of: second))
        let (leftTexts, rightTexts) = (texts(of: first), texts(of: second))
        switch part {
        case .calls:
            let comparison = order([left[0], left[1], left[6]], [right[0], right[1], right[6]])
            if comparison != .same { return comparison }
            return order(
                [leftTexts[0], leftTexts[2], leftTexts[4], leftTexts[5]],
                [rightTexts[0], rightTexts[2], rightTexts[4], rightTexts[5]])
        // What is disposed may be known by its subscription alone.
        case .nodes: return order([left[4], left[3]], [right[4], right[3]])
        case .values: return order([leftTexts[6], leftTexts[1]], [rightTexts[6], rightTexts[1]])
        case .sites:
            let comparison = order([left[5], left[7]], [right[5], right[7]])
            return comparison == .same
                ? order([leftTexts[3], leftTexts[8]], [rightTexts[3], rightTexts[8]]) : comparison
        }
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

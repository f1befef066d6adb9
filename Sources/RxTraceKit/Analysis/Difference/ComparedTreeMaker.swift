/// Puts the calls of a trace where they are compared: see ``ComparedTree``.
struct ComparedTreeMaker {
    private let trace: Trace
    private(set) var items = ComparedItems()
    private(set) var labels: ComparedLabels
    private let ignoring: Set<TraceDifference.Aspect>
    /// Whether it matters where the user's code sent an event.
    private let comparesSends: Bool
    let tree: CallTree
    let nodes: IdentifierIndex
    let subscriptions: IdentifierIndex
    private let strands: Strands
    /// The items of calls, by position.
    private var itemOfCall: [Int32]
    /// The call that introduces each subscription.
    private(set) var homes: [Int?]
    private let mainThread: Int?
    private let pooled: Set<Int>
    /// What threads began, the main one aside; nil where they began nothing.
    private var outside: Int?
    private var threads: [Int: Int] = [:]
    /// What tells calls apart, by position, where that is compared.
    private let identities: [Int: String]

    init(
        _ trace: Trace, ignoring: Set<TraceDifference.Aspect>, comparesSends: Bool, identities: [Int: String],
        labels: ComparedLabels
    ) {
        self.identities = identities
        self.trace = trace
        self.labels = labels
        self.ignoring = ignoring
        self.comparesSends = comparesSends && !ignoring.contains(.sites)
        tree = CallTree(trace)
        mainThread = trace.threads.first { $0.name == "main" }?.id
        pooled = Set(trace.threads.lazy.filter(\.isPooled).map(\.id))
        nodes = IdentifierIndex(trace.nodes)
        subscriptions = IdentifierIndex(trace.subscriptions)
        strands = Strands(trace, tree: tree, nodes: nodes)
        itemOfCall = Array(repeating: 0, count: trace.calls.count)
        homes = Array(repeating: nil, count: trace.subscriptions.count)
        for (position, call) in trace.calls.enumerated() where call.operation == .subscribe {
            if let subscription = call.subscription.flatMap({ subscriptions[$0] }), homes[subscription] == nil {
                homes[subscription] = position
            }
        }
    }

    mutating func placeAll() {
        // In canonical order, so that a call's parent has its item already.
        items.reserveCapacity(trace.calls.count + 1)
        addItem(ComparedLabel(group: .whole))
        for position in trace.calls.indices { place(position) }
        hangThreads()
    }

    /// Adds an item that hangs below none yet.
    @discardableResult
    private mutating func addItem(_ label: ComparedLabel, call: Int? = nil, isUnordered: Bool = false) -> Int {
        items.add(label: labels.number(of: label), call: call, isUnordered: isUnordered)
    }

    private mutating func place(_ position: Int) {
        if let above = tree.parent(of: position) { return add(position, to: Int(itemOfCall[above])) }
        let thread = trace.calls[position].thread
        if mainThread == thread { return add(position, to: 0) }
        if pooled.contains(thread) { return add(position, to: fromOutside()) }
        add(position, to: self.thread(thread))
    }

    private mutating func hangThreads() {
        guard let outside else { return }
        let begun = items.children(of: outside)
        if items.children(of: 0).isEmpty, begun.count == 1, items.call(of: begun[0]) == nil {
            // All was begun by one thread, whichever: a test's.
            items.setChildren(items.children(of: begun[0]), of: 0)
        } else {
            items.append(outside, below: 0)
        }
    }

    /// What other threads than the main one began.
    private mutating func fromOutside() -> Int {
        if let outside { return outside }
        let group = addItem(ComparedLabel(group: .threads), isUnordered: true)
        outside = group
        return group
    }

    private mutating func thread(_ id: Int) -> Int {
        if let known = threads[id] { return known }
        let outside = fromOutside()
        let group = addItem(ComparedLabel(group: .thread))
        items.append(group, below: outside)
        threads[id] = group
        return group
    }

    private mutating func add(_ position: Int, to parent: Int) {
        let call = trace.calls[position]
        let node = call.node.flatMap { nodes[$0] }.map { trace.nodes[$0] }
        var label = ComparedLabel(call, node: node, ignoring: ignoring)
        if comparesSends, let site = call.site { label.site = site.compared }
        if !ignoring.contains(.threads) { label.place = place(of: position) }
        if let subscription = call.subscription.flatMap({ subscriptions[$0] }), homes[subscription] == position {
            label.ended = trace.subscriptions[subscription].ended ?? "still live"
            label.subscribedAs = trace.subscriptions[subscription].name
            if !ignoring.contains(.sites) { label.subscribedAt = trace.subscriptions[subscription].site?.compared }
        }
        label.identity = identities[position]
        let item = addItem(label, call: position)
        items.append(item, below: parent)
        itemOfCall[position] = Int32(item)
    }

    /// Said of calls that begin a strand only: the others run where the call above them does.
    private func place(of position: Int) -> ComparedLabel.Place? {
        guard let above = tree.parent(of: position) else {
            return trace.calls[position].thread == 0 ? .main : .thread
        }
        guard strands.isHop[position] else { return nil }
        return trace.calls[position].thread == trace.calls[above].thread ? .here : .elsewhere
    }
}

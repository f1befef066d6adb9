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
    private let crossings: Crossings
    /// The items of calls, by position.
    private var itemOfCall: [Int32]
    /// The call that introduces each subscription.
    private(set) var homes: [Int?]
    private let mainThread: Int?
    private let pooled: Set<Int>
    /// What threads began, the main one aside; nil where they began nothing.
    private var outside: Int?
    private var groups: [GroupKey: Int] = [:]
    /// The groups and the calls they hang below, after all else that does.
    private var groupHomes: [(group: Int, home: Int)] = []
    private var disposed: Set<Disposed> = []
    /// Whether a call was made on whichever strand came first to dispose.
    private var isDisposing: [Bool]
    private var scheduledBySteps: Set<ScheduleKey> = []

    private enum GroupKey: Hashable {
        case thread(Int)
        case join(Int)
        case disposals(Int)
    }

    private enum Disposed: Hashable {
        case node(Int)
        case kind(type: String, site: Trace.Site?, name: String?, top: Int?)
    }

    private struct ScheduleKey: Hashable {
        var node: Int
        var scheduler: Int?
    }

    init(
        _ trace: Trace, ignoring: Set<TraceDifference.Aspect>, comparesSends: Bool, labels: ComparedLabels
    ) {
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
        crossings = Crossings(trace, tree: tree, strands: strands, subscriptions: subscriptions)
        itemOfCall = Array(repeating: 0, count: trace.calls.count)
        isDisposing = Array(repeating: false, count: trace.calls.count)
        homes = Array(repeating: nil, count: trace.subscriptions.count)
        for (position, call) in trace.calls.enumerated() where call.operation == .subscribe {
            if let subscription = call.subscription.flatMap({ subscriptions[$0] }), homes[subscription] == nil {
                homes[subscription] = position
            }
        }
    }

    mutating func placeAll() {
        // In canonical order, so that a call's parent has its item already.
        let late = LateWork(trace, tree: tree, strands: strands).calls
        items.reserveCapacity(trace.calls.count + 1)
        addItem(ComparedLabel(group: .whole))
        for position in trace.calls.indices where !late.contains(position) { place(position) }
        hangGroups()
    }

    /// Adds an item that hangs below none yet.
    @discardableResult
    private mutating func addItem(_ label: ComparedLabel, call: Int? = nil, isUnordered: Bool = false) -> Int {
        items.add(label: labels.number(of: label), call: call, isUnordered: isUnordered)
    }

    private mutating func place(_ position: Int) {
        let call = trace.calls[position]
        let above = tree.parent(of: position)
        isDisposing[position] = above.map { isDisposing[$0] } ?? false
        if call.operation == .dispose, let group = disposals(of: position) {
            // The items below it are part of the disposals as well, or have no better place.
            itemOfCall[position] = Int32(group)
            isDisposing[position] = true
            if isFirstDisposal(call) { add(position, to: group) }
            itemOfCall[position] = Int32(group)
            return
        }
        if let node = call.node, crossings.joins.contains(node), isPassedOn(call, below: above),
            let group = group(.join(node), of: call, at: position)
        {
            return add(position, to: group)
        }
        if let drain = drain(of: position), let group = group(.join(drain.node), of: drain.call, at: position) {
            // How many steps there were is a matter of timing; which scheduler took them is not.
            let key = ScheduleKey(node: drain.node, scheduler: call.node)
            if call.operation == .schedule, scheduledBySteps.insert(key).inserted { add(position, to: group) }
            itemOfCall[position] = Int32(group)
            return
        }
        if let above { return add(position, to: Int(itemOfCall[above])) }
        if mainThread == call.thread { return add(position, to: 0) }
        if pooled.contains(call.thread) { return add(position, to: fromOutside()) }
        add(position, to: thread(call.thread))
    }

    /// Whether a join does this for whichever source happens to be the one: it passes an event on, or runs the user's
    /// closure within a call of one of its sources.
    private func isPassedOn(_ call: Trace.Call, below above: Int?) -> Bool {
        switch call.operation {
        case .forwardOn: true
        case .handler: above.map { trace.calls[$0].node != call.node || isInner($0, of: call.node) } ?? false
        default: false
        }
    }

    /// Whether a call is made in a subscription that the node made for itself.
    private func isInner(_ position: Int, of node: Int?) -> Bool {
        guard let node else { return false }
        return trace.calls[position].subscription.flatMap { subscriptions[$0] }.map { crossings.owners[$0] == node }
            ?? false
    }

    /// For a call of the machinery by which a node works off the events it was handed, that node.
    private func drain(of position: Int) -> (node: Int, call: Trace.Call)? {
        func ownSchedule(_ position: Int) -> (node: Int, call: Trace.Call)? {
            guard trace.calls[position].operation == .schedule, let above = tree.parent(of: position),
                let node = trace.calls[above].node, crossings.drains.contains(node)
            else { return nil }
            return (node, trace.calls[above])
        }
        switch trace.calls[position].operation {
        case .schedule: return ownSchedule(position)
        case .invoke: return tree.parent(of: position).flatMap { ownSchedule($0) }
        case .run:
            guard let invoke = tree.parent(of: position), strands.isHop[invoke], let schedule = tree.parent(of: invoke),
                let found = ownSchedule(schedule), found.node == trace.calls[position].node
            else { return nil }
            return found
        default: return nil
        }
    }

    /// The disposals of the subscription a call belongs to, where chance decides who comes first in it.
    private mutating func disposals(of position: Int) -> Int? {
        let call = trace.calls[position]
        guard let subscription = call.subscription.flatMap({ subscriptions[$0] }),
            let top = crossings.shared[subscription], let home = homes[top], home < position
        else { return nil }
        return group(.disposals(top), below: home)
    }

    /// Whether the disposals of its subscription do not have this one yet.
    private mutating func isFirstDisposal(_ call: Trace.Call) -> Bool {
        guard let node = call.node.flatMap({ nodes[$0] }).map({ trace.nodes[$0] }) else { return true }
        // How many disposables it takes to hold one piece of work after the other is a matter of timing as well.
        let isHelper = node.role == .disposable || node.role == .item || node.role == .scheduler
        guard isHelper else { return disposed.insert(.node(node.id)).inserted }
        let top = call.subscription.flatMap { subscriptions[$0] }.flatMap { crossings.shared[$0] }
        return disposed.insert(.kind(type: node.type, site: node.site, name: node.name, top: top)).inserted
    }

    private mutating func group(_ key: GroupKey, of call: Trace.Call, at position: Int) -> Int? {
        // Only items that came after its home may move there: nothing can then hang below itself.
        guard let home = call.subscription.flatMap({ subscriptions[$0] }).flatMap({ homes[$0] }), home < position
        else { return nil }
        return group(key, below: home)
    }

    private mutating func group(_ key: GroupKey, below home: Int) -> Int {
        if let known = groups[key] { return known }
        switch key {
        case .thread(let id): return thread(id)
        case .join(let node):
            let type = nodes[node].map { trace.nodes[$0].type }
            addItem(ComparedLabel(group: .join, type: type), isUnordered: crossings.joins.contains(node))
        case .disposals: addItem(ComparedLabel(group: .disposals), isUnordered: true)
        }
        groups[key] = items.count - 1
        groupHomes.append((items.count - 1, home))
        return items.count - 1
    }

    private mutating func hangGroups() {
        func order(_ group: Int) -> (Int, String) {
            let label = labels[items.label(of: group)]
            return (label.group == .join ? 0 : 1, label.type ?? "")
        }
        for (group, home) in groupHomes.sorted(by: { order($0.group) < order($1.group) }) {
            items.append(group, below: Int(itemOfCall[home]))
        }
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
        if let known = groups[.thread(id)] { return known }
        let outside = fromOutside()
        let group = addItem(ComparedLabel(group: .thread))
        items.append(group, below: outside)
        groups[.thread(id)] = group
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
        let item = addItem(label, call: position)
        items.append(item, below: parent)
        itemOfCall[position] = Int32(item)
    }

    /// Said of calls that begin a strand only: the others run where the call above them does.
    private func place(of position: Int) -> ComparedLabel.Place? {
        guard let above = tree.parent(of: position) else {
            return trace.calls[position].thread == 0 ? .main : .thread
        }
        guard strands.isHop[position], !isDisposing[position] else { return nil }
        return trace.calls[position].thread == trace.calls[above].thread ? .here : .elsewhere
    }
}

/// The state of a recording that is still written, added up call by call: the busiest operators, the subscriptions that live,
/// the work that waits, and the last events.
///
/// Its memory is in proportion to operators, places and living subscriptions, and some bytes per node; it keeps no call.
///
/// ```swift
/// var activity = LiveActivity(TraceFilter())
/// activity.add(part.calls, facts: recording)
/// activity.end(part.ended)
/// print(activity.operators.map { ($0.name, $0.recent.rate(at: activity.time)) })
/// ```
package struct LiveActivity {
    /// An operator that the user's code made: its observable with all its sinks, by type and place.
    package struct Operator: Sendable, Equatable {
        package var name: String
        package var site: Trace.Site?
        /// Events that were handed to it.
        package var events = 0
        package var errors = 0
        package var recent = RecentCounts()
    }

    private struct Key: Hashable {
        var name: String
        var site: Trace.Site?
    }

    package private(set) var operators: [Operator] = []
    package private(set) var subscriptions = LiveSubscriptions()
    package private(set) var queues = LiveQueues()
    package private(set) var events = RecentEvents(limit: 500)
    /// The events of the subscriptions that are followed.
    package private(set) var followed = RecentEvents(limit: 500)
    /// How many calls the filter is about, of how many.
    package private(set) var kept = 0
    package private(set) var seen = 0
    package private(set) var recent = RecentCounts()
    /// How far the calls reach, in nanoseconds from the recording's start.
    package private(set) var time: UInt64 = 0
    /// How many subscriptions lived at the end of each second of the last minute, the oldest first.
    package private(set) var history: [Int] = []

    /// The names of the threads that made calls, by their ids.
    package private(set) var threads: [Int: String] = [:]

    private var filter: LiveFilter
    private var rowOf: [Key: Int] = [:]
    /// By node, the index of its row plus one; 0 where it is not known yet.
    private var rowOfNode: [Int32] = []
    /// By thread, the last call that was handed an event.
    private var handed: [Int: (id: Int, event: Trace.Event)] = [:]
    private var group: Int?
    private var historySecond: UInt64 = 0

    package init(_ filter: TraceFilter) {
        self.filter = LiveFilter(filter)
    }

    /// Takes the calls that come next, in the order they started.
    package mutating func add(_ calls: [Trace.Call], facts: some TraceFacts) {
        for call in calls { add(call, facts) }
    }

    /// Takes the ends of subscriptions, by their ids, that the calls so far have led to.
    package mutating func end(_ ids: [Int]) {
        for id in ids { subscriptions.end(id, at: time) }
    }

    /// Notes the moment, for the history: `time` is in nanoseconds from the recording's start.
    package mutating func advance(to time: UInt64) {
        let second = time / 1_000_000_000
        while historySecond < second {
            historySecond = max(historySecond + 1, second > 60 ? second - 60 : 0)
            history.append(subscriptions.count)
        }
        history.removeFirst(max(0, history.count - 60))
    }

    /// Keeps the events of a group's subscriptions from now on, those that are still known included; nil for no group.
    package mutating func follow(_ group: Int?) {
        self.group = group
        followed = RecentEvents(limit: 500)
        guard let group else { return }
        for event in events.all where event.subscription.flatMap({ subscriptions.group(of: $0) }) == group {
            followed.add(event)
        }
    }

    private mutating func add(_ call: Trace.Call, _ facts: some TraceFacts) {
        seen += 1
        if let start = call.start { time = max(time, start) }
        let event = event(of: call)
        if call.operation != .hop, call.operation != .invoke || call.node != nil { queues.note(call) }
        guard filter.keeps(call, facts) else { return }
        kept += 1
        if threads[call.thread] == nil { threads[call.thread] = facts.thread(call.thread)?.name ?? "" }
        let start = call.start ?? time
        switch call.operation {
        case .subscribe: begin(call, facts, at: start)
        case .schedule:
            guard let id = call.node, let node = facts.node(id), !node.behaviors.contains(.stays) else { break }
            queues.ask(call, name: CallText.named(node.type, node.name))
        case .hop: queues.hop(call, name: call.label ?? call.operation.name, site: call.site)
        case .invoke: if call.label != Trace.Call.turn { queues.run(call) }
        case .on: handOn(call, facts, at: start)
        case .handler, .mark: note(call, event, row: row(of: call, facts), at: start)
        default: break
        }
    }

    private mutating func event(of call: Trace.Call) -> Trace.Event? {
        if let event = call.event { handed[call.thread] = (call.id, event) }
        guard call.operation == .handler, let last = handed[call.thread], last.id == call.parent else {
            return call.event
        }
        return last.event
    }

    private mutating func begin(_ call: Trace.Call, _ facts: some TraceFacts, at time: UInt64) {
        guard let id = call.subscription, subscriptions.group(of: id) == nil, let one = facts.subscription(id) else {
            return
        }
        // A later subscribe in the same subscription, which has ended meanwhile, begins none.
        guard one.node == call.node else { return }
        let node = facts.node(one.node)
        subscriptions.begin(
            id, name: CallText.named(node?.type ?? "", one.name), site: one.site ?? node?.site,
            isInner: one.parent != nil,
            at: time)
    }

    private mutating func handOn(_ call: Trace.Call, _ facts: some TraceFacts, at time: UInt64) {
        guard let event = call.event else { return }
        let row = row(of: call, facts)
        if let row {
            operators[row].events += 1
            operators[row].recent.add(at: time)
            if event.kind == .error { operators[row].errors += 1 }
        }
        recent.add(at: time)
        if let id = call.subscription { subscriptions.noteEvent(of: id) }
        if call.site != nil {
            note(call, event, row: row, at: time)
        } else if group != nil, call.node.flatMap({ facts.node($0)?.role }) != .observer {
            // What the user's closure is handed comes with that.
            follow(call, event, row: row, at: time)
        }
    }

    private mutating func note(_ call: Trace.Call, _ event: Trace.Event?, row: Int?, at time: UInt64) {
        events.add(Self.told(call, event, row, time))
        follow(call, event, row: row, at: time)
    }

    private mutating func follow(_ call: Trace.Call, _ event: Trace.Event?, row: Int?, at time: UInt64) {
        guard let group, call.subscription.flatMap({ subscriptions.group(of: $0) }) == group else { return }
        followed.add(Self.told(call, event, row, time))
    }

    private static func told(
        _ call: Trace.Call, _ event: Trace.Event?, _ row: Int?, _ time: UInt64
    ) -> RecentEvents.Event {
        RecentEvents.Event(
            id: call.id, operation: call.operation, row: row, label: call.label, event: event, thread: call.thread,
            subscription: call.subscription, start: time)
    }

    /// The index of the row of the operator that the call's node is, or works for.
    private mutating func row(of call: Trace.Call, _ facts: some TraceFacts) -> Int? {
        guard let id = call.node else { return nil }
        if id < rowOfNode.count, rowOfNode[id] > 0 { return Int(rowOfNode[id]) - 1 }
        guard id >= 0, id < 1 << 31, let node = facts.node(id) else { return nil }
        let owner = (node.role == .sink ? node.owner.flatMap({ facts.node($0) }) : nil) ?? node
        var site = node.site ?? owner.site
        // An observer is the user's, made where it subscribed.
        if site == nil, node.role == .observer { site = call.subscription.flatMap({ facts.subscription($0) })?.site }
        let name = CallText.named(owner.type, owner.name)
        let key = Key(name: name, site: site)
        let row = rowOf[key] ?? operators.count
        if row == operators.count {
            operators.append(Operator(name: name, site: site))
            rowOf[key] = row
        }
        if id >= rowOfNode.count { rowOfNode += repeatElement(0, count: id + 1 - rowOfNode.count) }
        rowOfNode[id] = Int32(row + 1)
        return row
    }
}

/// Decides for calls that come by, and are not kept, which of them a ``TraceFilter`` is about.
///
/// Of the filter, patterns, subscriptions, threads and the least time count; what a pattern says of a call holds for the
/// calls below it, those of work it asked for too.
struct LiveFilter {
    private struct Facts: OptionSet {
        let rawValue: UInt8
        static let isInside = Facts(rawValue: 1)
        static let isExcluded = Facts(rawValue: 2)
    }

    private struct Open {
        var id: Int
        var facts: Facts
    }

    /// Of so much work that was asked for and not done yet, it is remembered what a pattern said of it.
    private static let workLimit = 1 << 16

    private let filter: TraceFilter
    private var ofNode: [Int: UInt8] = [:]
    private var words: PatternWords
    private var subscriptions: Set<Int>
    private var threads: [Int: Bool] = [:]
    /// By thread, the calls that are running.
    private var open: [Int: [Open]] = [:]
    private var work: [Int: Facts] = [:]

    init(_ filter: TraceFilter) {
        self.filter = filter
        words = PatternWords([filter.only, filter.except, filter.hide])
        subscriptions = filter.subscriptions
    }

    /// Takes every call in order.
    mutating func keeps(_ call: Trace.Call, _ facts: some TraceFacts) -> Bool {
        if filter.keepsAll { return true }
        var own = inherited(by: call)
        let matches = matches(of: call, facts)
        if matches & 1 != 0 { own.insert(.isInside) }
        if matches & 2 != 0 { own.insert(.isExcluded) }
        remember(call, own)
        if !filter.only.isEmpty, !own.contains(.isInside) { return false }
        if own.contains(.isExcluded) || matches & 4 != 0 { return false }
        if !subscriptions.isEmpty, !isWanted(call, facts) { return false }
        if !filter.threads.isEmpty, !isOnWantedThread(call, facts) { return false }
        if let least = filter.minimumDuration, let duration = call.duration, duration < least { return false }
        return true
    }

    private func inherited(by call: Trace.Call) -> Facts {
        if let cause = call.cause { return work[cause] ?? [] }
        guard let parent = call.parent else { return [] }
        return open[call.thread]?.last { $0.id <= parent }.flatMap { $0.id == parent ? $0.facts : nil } ?? []
    }

    private mutating func remember(_ call: Trace.Call, _ own: Facts) {
        var stack = open[call.thread] ?? []
        while let last = stack.last, call.parent.map({ last.id > $0 }) ?? true { stack.removeLast() }
        stack.append(Open(id: call.id, facts: own))
        open[call.thread] = stack
        guard call.operation.asksForWork, !own.isEmpty else { return }
        work[call.id] = own
        guard work.count > Self.workLimit else { return }
        let middle = work.keys.sorted()[work.count / 2]
        work = work.filter { $0.key > middle }
    }

    private mutating func isWanted(_ call: Trace.Call, _ facts: some TraceFacts) -> Bool {
        guard let id = call.subscription else { return false }
        if subscriptions.contains(id) { return true }
        // One that was made within: its first call is its subscribe.
        guard call.operation == .subscribe, let parent = facts.subscription(id)?.parent, subscriptions.contains(parent)
        else { return false }
        subscriptions.insert(id)
        return true
    }

    private mutating func isOnWantedThread(_ call: Trace.Call, _ facts: some TraceFacts) -> Bool {
        if let known = threads[call.thread] { return known }
        let name = facts.thread(call.thread)?.name
        let isWanted = filter.threads.contains { $0.matches("\(call.thread)") || name.map($0.matches) ?? false }
        threads[call.thread] = isWanted
        return isWanted
    }

    private mutating func matches(of call: Trace.Call, _ facts: some TraceFacts) -> UInt8 {
        guard !words.isEmpty else { return 0 }
        var bits: UInt8 = 0
        if let node = call.node { bits |= ofNode[node] ?? matches(ofNode: node, facts) }
        if let label = call.label {
            let own = words.label(label, of: call)
            bits |= own
            if call.operation == .create, let node = call.node { ofNode[node, default: 0] |= own }
        }
        if let type = call.type { bits |= words.word(type) }
        if call.operation == .subscribe, let one = call.subscription.flatMap({ facts.subscription($0) }) {
            if let site = one.site { bits |= words.site(site) }
            if let name = one.name { bits |= words.word(name) }
        }
        return bits
    }

    private mutating func matches(ofNode id: Int, _ facts: some TraceFacts) -> UInt8 {
        guard let node = facts.node(id) else { return 0 }
        var bits = words.word(node.type)
        if let generic = node.generic { bits |= words.word(generic) }
        if let name = node.name { bits |= words.word(name) }
        let owner = node.role == .sink ? node.owner.flatMap { facts.node($0) } : nil
        if let site = node.site ?? owner?.site { bits |= words.site(site) }
        // Those made last are asked for again.
        if ofNode.count > Self.workLimit { ofNode.removeAll() }
        ofNode[id] = bits
        return bits
    }
}

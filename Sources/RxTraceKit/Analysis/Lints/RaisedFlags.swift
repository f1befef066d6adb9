/// The flags that are on, found by what they may wait for: most of those that a program keeps on wait for something else.
struct RaisedFlags {
    /// A flag that is on.
    struct Flag {
        var call: Trace.Call
        var site: Trace.Site?
        /// The stretch of code in which it was sent, where no closure sent it.
        var stretch: Stretch
        /// The user's subscription whose closure sent it.
        var sender: Int?
        /// The user's subscription of what goes on; nil until that begins.
        fileprivate(set) var root: Int?
        fileprivate(set) var error: Trace.Call?

        init(call: Trace.Call, site: Trace.Site?, stretch: Stretch, sender: Int?, root: Int?) {
            (self.call, self.site, self.stretch, self.sender, self.root) = (call, site, stretch, sender, root)
        }

        /// The stretches of the same run of code.
        fileprivate var run: Stretch { Stretch(thread: stretch.thread, caller: stretch.caller, deeds: 0) }
    }

    /// How many more calls than subscribing may stand between the send and the subscribe.
    private static let distance = 4

    private(set) var all: [Int: Flag] = [:]
    /// Those of which it is not known what goes on: by who sent them, and by the run of code that has just sent them.
    private var senders: [Int: Set<Int>] = [:]
    private var runs: [Stretch: [Int]] = [:]
    /// Those whose end has not come, by what goes on.
    private var roots: [Int: Set<Int>] = [:]

    var isEmpty: Bool { all.isEmpty }

    mutating func raise(_ id: Int, _ flag: Flag) {
        lower(id)
        all[id] = flag
        if let root = flag.root {
            roots[root, default: []].insert(id)
            return
        }
        if let sender = flag.sender { senders[sender, default: []].insert(id) }
        let recent = (runs[flag.run] ?? []).filter { isNear($0, flag.stretch.deeds) }
        runs[flag.run] = recent + [id]
    }

    /// Says that a flag is off: whether it was on.
    @discardableResult
    mutating func lower(_ id: Int) -> Bool {
        guard let flag = all.removeValue(forKey: id) else { return false }
        stopWaiting(id, flag)
        if let root = flag.root { Self.remove(id, of: root, in: &roots) }
        return true
    }

    /// Notes that a subscription begins.
    mutating func begin(_ subscription: Int?, _ facts: SubscriptionFacts) {
        for id in senders[facts.root] ?? [] { follow(id, facts.root) }
        guard !runs.isEmpty, facts.root == subscription else { return }
        let run = Stretch(thread: facts.stretch.thread, caller: facts.stretch.caller, deeds: 0)
        for id in runs[run] ?? [] {
            guard let sent = all[id]?.stretch.deeds, facts.stretch.deeds > sent, isNear(id, facts.stretch.deeds) else {
                continue
            }
            follow(id, facts.root)
        }
    }

    /// Notes the end of what flags are on for.
    mutating func end(of root: Int, by call: Trace.Call) {
        for id in roots.removeValue(forKey: root) ?? [] { all[id]?.error = call }
    }

    private func isNear(_ id: Int, _ deeds: Int) -> Bool {
        all[id].map { deeds - $0.stretch.deeds <= Self.distance } ?? false
    }

    private mutating func follow(_ id: Int, _ root: Int) {
        guard let flag = all[id] else { return }
        stopWaiting(id, flag)
        all[id]?.root = root
        roots[root, default: []].insert(id)
    }

    /// Says that it waits no longer for the beginning.
    private mutating func stopWaiting(_ id: Int, _ flag: Flag) {
        if let sender = flag.sender { Self.remove(id, of: sender, in: &senders) }
        guard var recent = runs.removeValue(forKey: flag.run) else { return }
        recent.removeAll { $0 == id }
        if !recent.isEmpty { runs[flag.run] = recent }
    }

    private static func remove(_ id: Int, of key: Int, in sets: inout [Int: Set<Int>]) {
        sets[key]?.remove(id)
        if sets[key]?.isEmpty == true { sets[key] = nil }
    }
}

/// Counts for ``LineActivity`` what comes by, call by call, with a stack of running calls for each thread.
struct LinePass {
    /// A subscription at a line.
    private struct Subscribed: Hashable {
        var line: UInt32
        var subscription: UInt32
    }

    private let nodes: TraceTable<Trace.Node>
    private let subscriptions: TraceTable<Trace.Subscription>
    private var lines: [LineActivity.Line] = []
    private var numbers: [Trace.Site: Int] = [:]
    /// For each node, the number of its line plus one; 0 where nobody has asked yet, -1 for none, -2 for none at an observer.
    /// What a line's operator makes for itself and that has no place has -3 less the line's number.
    private var lineOfNode: [Int32]
    /// The same for each subscription.
    private var lineOfSubscription: [Int32]
    /// The place of the last event that the user's code sent, with the number of its line.
    private var lastSent: (site: Trace.Site, line: Int)?
    /// For each line, the threads that it only made something on.
    private var otherThreads: [[Int]] = []
    private var subscribed: Set<Subscribed> = []
    /// Of each call that runs, the line that an event comes from which it hands on; -1 for none.
    private var running = RunningCalls<Int>()
    private var positions = CallPositions()
    /// For each schedule or hop, the line that asked.
    private var askers = SparseCallValues<Int32>()
    /// The calls whose events went nowhere.
    private let lost: Set<Int>

    init(_ source: any TraceSource, lost: Set<Int>) {
        (nodes, subscriptions) = (source.nodes, source.subscriptions)
        self.lost = lost
        lineOfNode = Array(repeating: 0, count: nodes.count)
        lineOfSubscription = Array(repeating: 0, count: subscriptions.count)
        for subscription in subscriptions {
            guard let site = subscription.site else { continue }
            note(subscription, at: number(of: site))
        }
    }

    mutating func add(_ call: Trace.Call) {
        let position = positions.append(call.id)
        while running.end(before: call) != nil {}
        let sender = running.last ?? -1
        let sent = call.site.map { line(ofSent: $0) }
        let own = line(of: call)
        /// What an operator makes for itself hands on for the operator's line, and makes no line's figures but those of events.
        let place = own >= 0 ? own : lineOfMaker(call)
        var next = place
        if own >= 0, lost.contains(call.id) { lines[own].drops += 1 }
        switch call.operation {
        case .create:
            if own >= 0 {
                if isObservable(call.node) { lines[own].created += 1 }
                note(call.thread, at: own, isMain: false)
            } else if sender >= 0, let node = call.node.flatMap({ nodes.position(of: $0) }), nodes[node].role.isSource {
                lineOfNode[node] = Int32(-3 - sender)
            }
        case .subscribe:
            if own >= 0, let subscription = call.subscription.flatMap({ subscriptions[id: $0] }) {
                note(subscription, at: own)
                note(call.thread, at: own, isMain: false)
            }
        case .on:
            if let sent { note(call.thread, at: sent, isMain: true) }
            let from = sent ?? sender
            guard call.type == nil else {
                // A struct around an observer hands the event to the observer itself.
                next = from
                break
            }
            if from != place {
                if from >= 0 { lines[from].eventsOut += 1 }
                if place >= 0 { lines[place].eventsIn += 1 }
            }
            if own >= 0 { note(call.thread, at: own, isMain: true) }
        case .handler:
            if own >= 0 { note(call.thread, at: own, isMain: true) }
            // The user's closure sends on by calls that have places of their own.
            next = -1
        case .schedule, .hop:
            let asker = call.operation == .hop ? sent ?? -1 : sender
            // What runs within the call, as a scheduler may do at once, is the asker's.
            if call.operation == .schedule { next = asker }
            askers.append(Int32(asker), at: position)
            if let sent, call.operation == .hop { note(call.thread, at: sent, isMain: false) }
        case .invoke:
            let asked = call.cause.flatMap { positions[$0] }.flatMap { askers[$0] }
            let asker = asked.map(Int.init) ?? own
            if call.isWorkOfHop {
                if asker >= 0 { note(call.thread, at: asker, isMain: true) }
                next = -1
            } else {
                next = asker
            }
        default: break
        }
        running.start(call.id, with: next)
    }

    mutating func change(_ site: Trace.Site, _ body: (inout LineActivity.Line) -> Void) {
        body(&lines[number(of: site)])
    }

    /// The lines that did something, file by file.
    mutating func finish() -> [LineActivity.Line] {
        var files: [String: Int] = [:]
        for line in lines where files[line.site.file] == nil { files[line.site.file] = files.count }
        for index in lines.indices where lines[index].threads.isEmpty { lines[index].threads = otherThreads[index] }
        return lines.filter { !$0.isIdle }.sorted { one, other in
            (one.fileOrder(files), one.site.line) < (other.fileOrder(files), other.site.line)
        }
    }

    private mutating func number(of site: Trace.Site) -> Int {
        if let known = numbers[site] { return known }
        numbers[site] = lines.count
        lines.append(LineActivity.Line(site: site))
        otherThreads.append([])
        return lines.count - 1
    }

    /// The line that made the operator of the call's node or, for the user's observer, that subscribed it; -1 for none.
    private mutating func line(of call: Trace.Call) -> Int {
        guard let node = call.node.flatMap({ nodes.position(of: $0) }) else {
            // An observer without a node is the user's.
            return call.operation == .on ? line(ofSubscription: call.subscription) : -1
        }
        if lineOfNode[node] == 0 {
            lineOfNode[node] = find(node)
        }
        if lineOfNode[node] > 0 { return Int(lineOfNode[node]) - 1 }
        return lineOfNode[node] == -2 ? line(ofSubscription: call.subscription) : -1
    }

    /// The line of the operator that made the call's node for itself; -1 for none.
    private func lineOfMaker(_ call: Trace.Call) -> Int {
        guard let node = call.node.flatMap({ nodes.position(of: $0) }), lineOfNode[node] <= -3 else { return -1 }
        return -3 - Int(lineOfNode[node])
    }

    /// What ``lineOfNode`` has for a node.
    private mutating func find(_ position: Int) -> Int32 {
        var current = position
        // An inner observer works for a sink, and that for an operator; nothing works for itself.
        for _ in 0..<4 {
            let node = nodes[current]
            if let site = node.site { return Int32(number(of: site)) + 1 }
            if lineOfNode[current] <= -3 { return lineOfNode[current] }
            let isWorker = node.role == .sink || node.role == .observer
            guard isWorker, let owner = node.owner.flatMap({ nodes.position(of: $0) }) else { break }
            current = owner
        }
        return nodes[position].role == .observer ? -2 : -1
    }

    private mutating func line(ofSubscription id: Int?) -> Int {
        guard let position = id.flatMap({ subscriptions.position(of: $0) }) else { return -1 }
        if lineOfSubscription[position] == 0 {
            lineOfSubscription[position] = subscriptions[position].site.map { Int32(number(of: $0)) + 1 } ?? -1
        }
        return lineOfSubscription[position] > 0 ? Int(lineOfSubscription[position]) - 1 : -1
    }

    /// Most events are sent at the place of the one before.
    private mutating func line(ofSent site: Trace.Site) -> Int {
        if let lastSent, lastSent.site == site { return lastSent.line }
        let line = number(of: site)
        lastSent = (site, line)
        return line
    }

    private func isObservable(_ id: Int?) -> Bool {
        guard let node = id.flatMap({ nodes[id: $0] }), !node.behaviors.contains(.inside) else { return false }
        return node.role.isSource
    }

    private mutating func note(_ subscription: Trace.Subscription, at line: Int) {
        let new = Subscribed(line: UInt32(line), subscription: UInt32(truncatingIfNeeded: subscription.id))
        guard subscribed.insert(new).inserted else { return }
        lines[line].subscriptions += 1
        if subscription.ended == nil { lines[line].live += 1 }
    }

    private mutating func note(_ thread: Int, at line: Int, isMain: Bool) {
        if isMain {
            if !lines[line].threads.contains(thread) { lines[line].threads.append(thread) }
        } else if !otherThreads[line].contains(thread) {
            otherThreads[line].append(thread)
        }
    }
}

extension Trace.Role {
    fileprivate var isSource: Bool { [.observable, .connectable, .subject].contains(self) }
}

extension LineActivity.Line {
    fileprivate var isIdle: Bool {
        created + subscriptions + eventsIn + eventsOut + drops == 0 && time == 0 && waited == 0
    }

    fileprivate func fileOrder(_ files: [String: Int]) -> Int { files[site.file] ?? 0 }
}

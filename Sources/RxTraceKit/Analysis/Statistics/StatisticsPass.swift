/// Adds up the figures of ``TraceStatistics``, call by call, with a stack of running calls for each thread.
struct StatisticsPass {
    private struct Running {
        var call: Int
        var operation: Trace.Operation
        var subscription: Int?
        var row: Int
        var node: Int
        /// The row that an event comes from which it hands on: of scheduled work, that of who scheduled it; -1 for none.
        var sender: Int
        /// The operator of that row's calls; -1 where that is not known.
        var sendingOperator: Int
        var duration: UInt64?
        /// The time in the calls made from this one.
        var below: UInt64 = 0
        /// Whether it runs the program's own code: a handler, or the work of the program's own hop.
        var isUserCode: Bool { operation == .handler || operation == .invoke && node < 0 }

        /// Lets what it hands on come from where its caller's does.
        mutating func handsOn(for caller: Running?) {
            (sender, sendingOperator) = (caller?.sender ?? -1, caller?.sendingOperator ?? -1)
        }
    }

    /// A million of these are kept in a long trace: they are small.
    private struct Asked {
        var asker: Int32
        var scheduler: Int32
        /// The row that an event comes from which the work hands on; -1 for none, as where the program's code asked.
        var sender: Int32
        /// When the work was scheduled; the largest number once it has run, or where that is not known.
        var start: UInt64
    }

    var groups: StatisticsGroups
    private(set) var totals: [TraceStatistics.Totals] = []
    private(set) var hasTimes = false
    private var running = RunningCalls<Running>()
    private var positions = CallPositions()
    private var schedules = SparseCallValues<Asked>()
    private var elements: WaitingElements
    /// For each row, how long its elements waited, where they did: then that counts, and not the work that handed them
    /// on.
    private var elementWaits: [Int: (sum: UInt64, longest: UInt64)] = [:]
    /// Who lives at once; nil where that is not asked for.
    private var living: LivingSubscribers?
    private var concurrency = ThreadConcurrency()
    /// The calls whose events went nowhere, each to be known before it ends.
    private var lost: Set<Int> = []
    /// nil where rows are not operators.
    private var sources: SourceCounts?

    init(
        groups: StatisticsGroups, elements: WaitingElements, living: LivingSubscribers? = nil,
        sources: SourceCounts? = nil
    ) {
        self.groups = groups
        self.elements = elements
        self.living = living
        self.sources = sources
    }

    /// Takes note of a call whose event went nowhere.
    mutating func noteLost(_ call: Int) { lost.insert(call) }

    mutating func add(_ call: Trace.Call) {
        let position = positions.append(call.id)
        while let ended = running.end(before: call) { end(ended) }
        let node = groups.position(ofNode: call.node)
        if call.operation == .create, let node { groups.note(call, of: node, by: running.last?.sender) }
        let row = groups.row(of: call, node: node) ?? rowOfHop(ofWork: call) ?? -1
        while totals.count < groups.rows.count { totals.append(TraceStatistics.Totals()) }
        var started = Running(
            call: call.id, operation: call.operation, subscription: call.subscription, row: row, node: node ?? -1,
            sender: row, sendingOperator: node.map { Int(groups.operators[$0]) } ?? -1, duration: call.duration)
        // The program's own code sends on by itself.
        if started.isUserCode { (started.sender, started.sendingOperator) = (-1, -1) }
        if call.start != nil { hasTimes = true }
        let above = running.last
        running.last?.below &+= call.duration ?? 0
        if row >= 0 { totals[row].calls += 1 }
        elements.add(call, row: row, isWaitedFor: node.map { !groups.replays[$0] } ?? true) { row, waited in
            let before = elementWaits[row] ?? (0, 0)
            elementWaits[row] = (before.sum + waited, max(before.longest, waited))
        }
        switch call.operation {
        case .subscribe: countSubscription(call, to: started, above: above)
        case .on:
            if call.type != nil {
                // A struct around a sink, which has no identity, hands the event to the sink's own `on`.
                started.handsOn(for: above)
            } else {
                countEvent(to: started, above: above)
            }
        case .schedule, .hop:
            // What runs within the call, as a scheduler may do at once, is the asker's.
            if call.operation == .schedule { started.handsOn(for: above) }
            schedules.append(
                Asked(
                    asker: Int32(call.operation == .hop ? row : above?.row ?? row), scheduler: Int32(row),
                    sender: Int32(call.operation == .hop ? -1 : started.sender), start: call.start ?? .max),
                at: position)
        case .invoke: (started.sender, started.sendingOperator) = (countWork(call, row), -1)
        default: break
        }
        living?.add(
            call, row: row, node: node, in: groups,
            around: running.calls.reversed().lazy.map {
                .init(call: $0.call, operation: $0.value.operation, subscription: $0.value.subscription)
            })
        sources?.add(call, row: row, in: groups)
        running.start(call.id, with: started)
        if row >= 0, let start = call.start, let duration = call.duration {
            let count = concurrency.enter(row, thread: running.thread, start: start, end: start &+ duration)
            totals[row].peakThreads = max(totals[row].peakThreads, count)
        }
    }

    mutating func finish() {
        while let ended = running.endNext() { end(ended) }
        for (row, peak) in living?.peaks ?? [:] { totals[row].peakLive = peak }
        for (row, wait) in elementWaits where wait.sum > 0 {
            (totals[row].waited, totals[row].longestWait) = wait
        }
    }

    /// The sources of each row that has several, by the row's number.
    mutating func sourcesOfRows() -> [Int: [TraceStatistics.Source]] { sources?.sources(in: groups) ?? [:] }

    private mutating func end(_ call: Running) {
        guard call.row >= 0 else { return }
        if lost.remove(call.call) != nil { totals[call.row].drops += 1 }
        guard let duration = call.duration else { return }
        let own = duration > call.below ? duration - call.below : 0
        if call.isUserCode { totals[call.row].closures &+= own } else { totals[call.row].own &+= own }
    }

    /// The row of the program's own hop of which the call is the work.
    private func rowOfHop(ofWork call: Trace.Call) -> Int? {
        guard call.isWorkOfHop, let cause = call.cause.flatMap({ positions[$0] }),
            let index = schedules.index(of: cause)
        else { return nil }
        return Int(schedules[index: index].scheduler)
    }

    /// The user's subscribe calls the observable's own: together they are one.
    private mutating func countSubscription(_ call: Trace.Call, to begun: Running, above: Running?) {
        guard begun.row >= 0, above?.operation != .subscribe || above?.node != begun.node else { return }
        totals[begun.row].subscriptions += 1
        let node = begun.node < 0 ? nil : begun.node
        living?.begin(
            call, row: begun.row, at: node.map { Int(groups.operators[$0]) }, role: node.map { groups.roles[$0] })
    }

    /// What an operator hands to an observer that works for it stays in it.
    private mutating func countEvent(to receiver: Running, above: Running?) {
        if let above, above.sendingOperator >= 0, above.sendingOperator == receiver.sendingOperator { return }
        if receiver.row >= 0 { totals[receiver.row].eventsIn += 1 }
        if let above, above.sender >= 0 { totals[above.sender].eventsOut += 1 }
    }

    /// Counts how long work waited, and answers the row that an event comes from which it hands on.
    private mutating func countWork(_ call: Trace.Call, _ row: Int) -> Int {
        guard let cause = call.cause.flatMap({ positions[$0] }), let index = schedules.index(of: cause) else {
            return call.isWorkOfHop ? -1 : row
        }
        let asked = schedules[index: index]
        schedules[index: index].start = .max
        if call.hasWaited, let start = call.start, start >= asked.start {
            for one in Set([asked.asker, asked.scheduler]) where one >= 0 {
                let waited = start - asked.start
                totals[Int(one)].waited &+= waited
                totals[Int(one)].longestWait = max(totals[Int(one)].longestWait, waited)
            }
        }
        return Int(asked.sender)
    }
}

/// On how many threads the calls of a row run at the same time.
struct ThreadConcurrency {
    /// For each thread and row, when the last of the outermost calls ends.
    private var ends: [[UInt64]] = []

    /// Takes a call that starts on a thread and answers on how many threads its row is running then.
    mutating func enter(_ row: Int, thread: Int, start: UInt64, end: UInt64) -> Int {
        while ends.count <= thread { ends.append([]) }
        if ends[thread].count <= row {
            ends[thread] += Array(repeating: 0, count: row + 1 - ends[thread].count)
        }
        if ends[thread][row] > start { return 0 }
        ends[thread][row] = end
        return ends.indices.count { $0 == thread || row < ends[$0].count && ends[$0][row] > start }
    }
}

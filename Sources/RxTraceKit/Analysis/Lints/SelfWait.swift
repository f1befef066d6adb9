/// A thread waits for work that only itself can do.
struct SelfWait: LintRule {
    static let definition = LintDefinition(
        name: "self-wait", severity: .error,
        summary: "a queue or the main thread waits for its own work",
        explanation: """
            Fires where work for a queue was asked for by work of the same queue that never returned, or gave up after
            it had waited (for 100 ms or more): toBlocking on the queue that the source is to run on, a semaphore that
            the work behind it would signal. Fires too where a closure waits (read in the source) for what it subscribed
            to, and observe(on:) hands that on to the closure's own queue; the same on the main thread, where the code
            behind a subscribe waits for a semaphore that its closure signals: the line is that of observe(on:), or the
            one that waits, where the source itself answers on the main thread, or was to (the closure of its create
            speaks of the main queue) and had not by the end. Fires too where a subscription is given up without an
            event after such a time, work of a serial queue waits in the source, and the source of the subscription
            hands that queue its own work, by async or by a scheduler made of the queue (all read in the source). Fires
            too where a closure on the main thread never returned while work for the main thread waited. The line is the
            one that waits (read in the source), else that of the closure's subscription or operator. It needs a
            recording that was cut short, by --timeout or a signal, or a wait that ends after a time; without times
            nothing is found.
            """,
        example: """
            queueA.observe(on: a).subscribe(onNext: { _ in
                let user = try? load().subscribe(on: a).toBlocking().first()  // never
            })
            """,
        remedy: "do not block: flatMap the work, or let it run on another queue")
    static let opening = PendingWork.opening
    static let unreturned = PendingWork.unreturned

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe || sort.operation == .on && sort.isAtObserver || PendingWork.wants(sort)
    }
    /// How long a wait is one, in nanoseconds.
    private static let limit = QueueWait.limit

    /// A closure that waits, by its own work.
    private struct Wait {
        var closure: Trace.Call?
        var work: PendingWork.Work
        var waited: UInt64?
        /// The line that waits.
        var site: Trace.Site?
    }

    /// What the user's code was at when it subscribed.
    private struct Beginning {
        var closure: Trace.Call
        /// The queue whose work ran the closure.
        var queue: Int?
    }

    private var work = PendingWork()
    private var waits: [Wait] = []
    /// The innermost closures around what was asked for.
    private var closures: [Int: Trace.Call] = [:]

    /// By the user's subscription that a closure began.
    private var beginnings: [Int: Beginning] = [:]
    /// The subscriptions that had an event.
    private var told: Set<Int> = []
    /// Those whose closure the main thread ran only after it had waited for that.
    private var ownWaits: [(row: Int, event: Trace.Call, waited: UInt64, site: Trace.Site)] = []
    private var queueWait: QueueWait
    private let places: SourcePlaces

    init(_ options: LintOptions) {
        places = SourcePlaces(text: options.text)
        queueWait = QueueWait(places)
    }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        queueWait.opened(call, in: walk)
        noteBeginning(call, in: walk)
        noteLate(call, in: walk)
        if call.operation == .on { noteTold(call, in: walk) }
        let given = work.opened(call, in: walk)
        if call.operation == .schedule, work.isWaiting(call.id), let closure = walk.callingHandler?.call {
            closures[call.id] = closure
        } else if call.operation == .invoke, let cause = call.cause {
            closures[cause] = nil
        }
        for work in given {
            closures[work.asked.id] = nil
            noteGiven(work, by: call, in: walk)
            guard let within = work.within, let from = work.asked.start, let until = call.start,
                until >= from, until - from >= Self.limit,
                let closure = walk.callers.first(where: { $0.call.operation == .handler }),
                walk.callers.contains(where: { $0.call.id == within })
            else { continue }
            waits.append(Wait(closure: closure.call, work: work, waited: until - from))
        }
    }

    /// Looks whether the main thread waited for work of its own, and then disposed of it.
    private mutating func noteGiven(_ given: PendingWork.Work, by call: Trace.Call, in walk: TraceWalk) {
        guard walk.isMain(call.thread), work.isForMain(given, in: walk), !walk.isMain(given.asked.thread),
            !walk.callers.contains(where: { $0.call.operation == .handler || $0.call.operation == .invoke }),
            let from = given.asked.start, let until = call.start, until >= from, until - from >= Self.limit,
            let root = walk.root(of: given.asked.subscription), let stretch = walk.facts(of: root)?.stretch,
            walk.isMain(stretch.thread), stretch.caller == nil, let site = walk.site(of: root),
            let wait = places.wait(behindSubscribeAt: site)
        else { return }
        waits.append(Wait(closure: nil, work: given, waited: until - from, site: wait))
    }

    /// Looks whether the main thread waited behind a subscribe for what it does only now.
    private mutating func noteTold(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.isMain(call.thread), let row = walk.userSubscription(told: call), told.insert(row).inserted,
            let facts = walk.facts(of: row), walk.isMain(facts.stretch.thread), let from = facts.start,
            let until = call.start, until >= from, until - from >= Self.limit,
            !walk.callers.contains(where: { $0.call.id == facts.call }), let site = walk.site(of: row),
            let wait = places.wait(behindSubscribeAt: site)
        else { return }
        ownWaits.append((row, call, until - from, wait))
    }

    private mutating func noteBeginning(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .subscribe, walk.begins(call), let row = call.subscription,
            walk.root(of: row) == row, let closure = walk.callingHandler?.call
        else { return }
        let invoke = walk.callers.first { $0.call.operation == .invoke }
        beginnings[row] = Beginning(closure: closure, queue: invoke?.call.node)
    }

    /// Looks whether work that runs now was held up by who began its subscription, and waited for it meanwhile: with a time
    /// limit, or for good luck.
    private mutating func noteLate(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .invoke, let cause = call.cause, let late = work.pending(cause),
            let from = late.asked.start, let until = call.start, until >= from, until - from >= Self.limit,
            let root = walk.root(of: late.asked.subscription)
        else { return }
        if let beginning = beginnings[root] {
            let closure = beginning.closure
            let isOwn =
                beginning.queue == late.asked.node || work.isForMain(late, in: walk) && walk.isMain(closure.thread)
            guard isOwn, let start = closure.start, let duration = closure.duration, start <= from,
                start &+ duration <= until, start &+ duration >= from &+ Self.limit,
                let site = places.wait(in: closure, walk)
            else { return }
            waits.append(Wait(closure: closure, work: late, waited: start &+ duration - from, site: site))
        } else if work.isForMain(late, in: walk), !walk.isMain(late.asked.thread),
            let stretch = walk.facts(of: root)?.stretch, walk.isMain(stretch.thread), stretch.caller == nil,
            let site = walk.site(of: root), let wait = places.wait(behindSubscribeAt: site)
        {
            waits.append(Wait(closure: nil, work: late, waited: until - from, site: wait))
        }
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) { work.closed(call, in: walk) }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let blocked = work.left.filter { work.isBlocked($0, in: walk) }.map { left in
            Wait(closure: work.isForMain(left, in: walk) ? work.openOnMain : closures[left.asked.id], work: left)
        }
        var told: Set<Int> = []
        var toldRoots: Set<Int> = []
        let found: [Trace.Finding] = (waits + blocked).compactMap { wait in
            guard let sink = walk.node(wait.work.sink) else { return nil }
            guard let closure = wait.closure else { return behindSubscribe(wait, sink, &toldRoots, in: walk) }
            guard told.insert(closure.id).inserted else { return nil }
            let isMain = work.isForMain(wait.work, in: walk)
            let queue = walk.node(wait.work.asked.node).map { walk.name(of: $0) } ?? "a queue"
            let who = isMain ? "the main thread" : queue
            let label = closure.label ?? "a closure"
            let operation = walk.name(of: sink)
            return finding(
                wait.waited.map { "\(who) waits for its own work for \(DurationText.of($0)), in \(label)" }
                    ?? "\(who) waits for its own work without an end, in \(label)",
                at: wait.site ?? places.wait(in: closure, walk) ?? walk.place(ofClosure: closure),
                [
                    .init("\(label) runs on \(who)", call: closure.id),
                    .init(
                        "\(operation) asks for work there, which cannot run before that returns",
                        call: wait.work.asked.id, site: walk.observable(of: sink.id)?.site),
                ])
        }
        let own = ownWaits.filter { !toldRoots.contains($0.row) }.map { wait in
            finding(
                "the main thread waits for its own work for \(DurationText.of(wait.waited))", at: wait.site,
                [
                    .init("subscribed", call: walk.facts(of: wait.row)?.call, site: walk.site(of: wait.row)),
                    .init("the closure runs on the main thread, after the wait", call: wait.event.id),
                ], remedy: "do not wait: go on in the closure")
        }
        let all = found + own + onQueues(besides: found + own, in: walk)
        return all + unanswered(besides: all, in: walk)
    }

    /// The main thread's waits for a source that answers there, and so had not at the end.
    private func unanswered(besides found: [Trace.Finding], in walk: TraceWalk) -> [Trace.Finding] {
        walk.users.compactMap { row in
            guard row.ended == nil, !told.contains(row.id), let facts = walk.facts(of: row.id),
                facts.end == nil, walk.isMain(facts.stretch.thread), facts.stretch.caller == nil, let site = row.site,
                let source = walk.node(facts.chain.last), source.behaviors.contains(.sentTo), let made = source.site,
                let wait = places.wait(behindSubscribeAt: site), !found.contains(where: { $0.site == wait }),
                CreateClosure.content(in: places.text.code(from: made)).map({ SourceCode.handsOnToMain(String($0)) })
                    == true
            else { return nil }
            return finding(
                "the main thread waits here for \(walk.name(of: source)), which answers on the main thread", at: wait,
                [.init("subscribed, and no event came", call: facts.call, site: site)],
                remedy: "do not wait: go on in the closure")
        }
    }

    private func onQueues(besides found: [Trace.Finding], in walk: TraceWalk) -> [Trace.Finding] {
        queueWait.found(in: walk).compactMap { wait in
            guard !found.contains(where: { $0.site == wait.site }) else { return nil }
            return finding(
                "work of the queue \(wait.queue) waits for its own work for \(DurationText.of(wait.waited))",
                at: wait.site,
                [
                    .init("subscribed, and no event comes", call: walk.facts(of: wait.row)?.call),
                    .init("the source hands its work to \(wait.queue), which cannot run before", site: wait.asks),
                ])
        }
    }

    private func behindSubscribe(
        _ wait: Wait, _ sink: Trace.Node, _ told: inout Set<Int>, in walk: TraceWalk
    ) -> Trace.Finding? {
        guard let waited = wait.waited, let root = walk.root(of: wait.work.asked.subscription),
            told.insert(root).inserted
        else { return nil }
        let site = walk.observable(of: sink.id)?.site
        return finding(
            "the main thread waits for its own work for \(DurationText.of(waited)): \(walk.name(of: sink)) hands it on there",
            at: site ?? wait.site,
            [
                .init("asked for, on \(walk.threadName(wait.work.asked.thread))", call: wait.work.asked.id, site: site),
                .init("the main thread waits here for what it would do", call: nil, site: wait.site),
            ], remedy: "wait without observe(on: main) in between, or better: do the rest in the closure")
    }
}

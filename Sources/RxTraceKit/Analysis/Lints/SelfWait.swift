/// A thread waits for work that only itself can do.
struct SelfWait: LintRule {
    static let definition = LintDefinition(
        name: "self-wait", severity: .error,
        summary: "a queue or the main thread waits for its own work",
        explanation: """
            Fires where work for a queue was asked for by work of the same queue that never returned, or gave up after it
            had waited (for 100 ms or more): toBlocking on the queue that the source is to run on, a semaphore that the
            work behind it would signal. Fires too where a closure on the main thread never returned while work for the
            main thread waited. The line is that of the closure's subscription or operator. It needs a recording that was
            cut short, by --timeout or a signal, or a wait that ends after a time; without times nothing is found.
            """,
        example: """
            queueA.observe(on: a).subscribe(onNext: { _ in
                let user = try? load().subscribe(on: a).toBlocking().first()  // never
            })
            """,
        remedy: "do not block: flatMap the work, or let it run on another queue")
    static let opening = PendingWork.opening
    static let closing = PendingWork.closing
    /// How long a wait is one, in nanoseconds.
    private static let limit: UInt64 = 100_000_000

    /// A closure that waits, by its own work.
    private struct Wait {
        var closure: Trace.Call?
        var work: PendingWork.Work
        var waited: UInt64?
    }

    private var work = PendingWork()
    private var waits: [Wait] = []
    /// The innermost closures around what was asked for.
    private var closures: [Int: Trace.Call] = [:]

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        let given = work.opened(call, in: walk)
        if call.operation == .schedule, work.isWaiting(call.id), let closure = walk.callingHandler?.call {
            closures[call.id] = closure
        } else if call.operation == .invoke, let cause = call.cause {
            closures[cause] = nil
        }
        for work in given {
            closures[work.asked.id] = nil
            guard let within = work.within, let from = work.asked.start, let until = call.start,
                until >= from, until - from >= Self.limit,
                let closure = walk.callers.first(where: { $0.call.operation == .handler }),
                walk.callers.contains(where: { $0.call.id == within })
            else { continue }
            waits.append(Wait(closure: closure.call, work: work, waited: until - from))
        }
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) { work.closed(call, in: walk) }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let blocked = work.left.filter { work.isBlocked($0, in: walk) }.map { left in
            Wait(closure: work.isForMain(left, in: walk) ? work.openOnMain : closures[left.asked.id], work: left)
        }
        var told: Set<Int> = []
        return (waits + blocked).compactMap { wait in
            guard let sink = walk.node(wait.work.sink), let closure = wait.closure, told.insert(closure.id).inserted
            else { return nil }
            let isMain = work.isForMain(wait.work, in: walk)
            let queue = walk.node(wait.work.asked.node).map { walk.name(of: $0) } ?? "a queue"
            let who = isMain ? "the main thread" : queue
            let label = closure.label ?? "a closure"
            let operation = walk.name(of: sink)
            return finding(
                wait.waited.map { "\(who) waits for its own work for \(DurationText.of($0)), in \(label)" }
                    ?? "\(who) waits for its own work without an end, in \(label)",
                at: walk.place(ofClosure: closure),
                [
                    .init("\(label) runs on \(who)", call: closure.id),
                    .init(
                        "\(operation) asks for work there, which cannot run before that returns",
                        call: wait.work.asked.id, site: walk.observable(of: sink.id)?.site),
                ])
        }
    }
}

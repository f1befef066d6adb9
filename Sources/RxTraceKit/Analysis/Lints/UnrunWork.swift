/// Work that was handed to a queue had not run when the program ended.
struct UnrunWork: LintRule {
    static let definition = LintDefinition(
        name: "unrun-work", severity: .warning,
        summary: "work for a queue had not run when the program ended",
        explanation: """
            Fires where observe(on:) or subscribe(on:) handed work to a queue or the main thread, and nothing of it, or
            not its end, had run when the recording ended: the program went on to its end, or its main thread never came
            to the work, as where no run loop runs. The line is that of the operator. No fault: work that was disposed
            before; work of a timer, a delay or a debounce, which may be due later; elements of a source that goes on,
            of which some have come; work that came for the main thread from another one at the very end, if it had done
            such work before; virtual time.
            """,
        example: """
            load().observe(on: MainScheduler.asyncInstance).subscribe(onNext: show)
            done.wait()  // on the main thread: show never runs
            """,
        remedy: "wait for the work before the end: RunLoop.main.run(), or toBlocking()")
    static let opening = PendingWork.opening
    static let unreturned = PendingWork.unreturned

    static func wants(_ sort: CallSort) -> Bool { PendingWork.wants(sort) }

    private var work = PendingWork()
    /// Whether the main thread has done work that others handed to it: something runs its queue.
    private var mainHasRun = false

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if !mainHasRun, call.operation == .invoke, call.cause != nil, walk.caller == nil, walk.isMain(call.thread) {
            mainHasRun = true
        }
        _ = work.opened(call, in: walk)
    }
    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) { work.closed(call, in: walk) }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let left = Dictionary(grouping: work.left, by: \.sink)
        return left.sorted { $0.key < $1.key }.compactMap { id, left in
            guard let sink = walk.node(id), let first = left.first, !left.contains(where: { isTold($0, in: walk) }),
                !isLate(first, in: walk),
                !work.hasRun.contains(id) || left.contains(where: { $0.event == .completed || $0.event == .error })
            else { return nil }
            let name = walk.name(of: sink)
            let place = work.isForMain(first, in: walk) ? "the main thread" : scheduler(of: first, in: walk)
            let isStart = first.event == nil
            return finding(
                isStart
                    ? "\(name) was to subscribe on \(place), which had not happened at the end"
                    : "\(Count.of(left.count, "event")) of \(name) had not come to \(place) at the end",
                at: walk.observable(of: id)?.site,
                [.init(isStart ? "asked for here" : "the first was handed on", call: first.asked.id)])
        }
    }

    /// Whether another thread asked the main one for it as the program ended, which had done all such work until then: a
    /// slow machine would have been a little too slow.
    private func isLate(_ left: PendingWork.Work, in walk: TraceWalk) -> Bool {
        guard mainHasRun, work.isForMain(left, in: walk), !walk.isMain(left.asked.thread), let start = left.asked.start
        else { return false }
        return walk.end < start &+ Self.exit
    }

    /// How long before the end work may be asked for, in nanoseconds, so that it was to be done after it.
    private static let exit: UInt64 = 20_000_000

    /// Whether self-wait tells of it.
    private func isTold(_ work: PendingWork.Work, in walk: TraceWalk) -> Bool { self.work.isBlocked(work, in: walk) }

    private func scheduler(of work: PendingWork.Work, in walk: TraceWalk) -> String {
        walk.node(work.asked.node).map { walk.name(of: $0) } ?? "its scheduler"
    }
}

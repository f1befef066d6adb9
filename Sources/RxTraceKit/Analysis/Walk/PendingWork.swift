/// The work that operators handed to queues to be done at once, and that was not done: what hops to another scheduler asks
/// for a turn of it, and nobody knows from one call alone whether that ever came.
///
/// Work that has a time, as that of a timer, is none of it: it may well be due later. Nor is that of virtual time, which
/// goes on only when somebody says so.
struct PendingWork {
    /// Work that was asked for.
    struct Work {
        /// The `schedule` call.
        var asked: Trace.Call
        /// The sink that asked.
        var sink: Int
        /// What is handed on by it; nil where it is to subscribe.
        var event: Trace.Event.Kind?
        /// The work of the same scheduler in which it was asked for.
        var within: Int?
    }

    /// The calls that it takes.
    static let opening: Set<Trace.Operation> = [.schedule, .invoke, .run, .subscribe, .on, .dispose]
    static let unreturned: Set<Trace.Operation> = [.handler, .invoke]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .run, .subscribe, .on: sort.isOfWork
        default: true
        }
    }

    private var waiting: [Int: Work] = [:]
    /// The sinks of which some work was done.
    private(set) var hasRun: Set<Int> = []
    private var openWork: Set<Int> = []
    /// The innermost closure on the main thread that had not returned.
    private(set) var openOnMain: Trace.Call?

    /// What was not done by the end of the recording, in the order it was asked for.
    var left: [Work] { waiting.sorted { $0.key < $1.key }.map(\.value) }

    func isWaiting(_ schedule: Int) -> Bool { waiting[schedule] != nil }

    /// Work that was asked for and not done yet, by its `schedule` call.
    func pending(_ schedule: Int) -> Work? { waiting[schedule] }

    /// Takes a call as it starts; returns the work that was given up by it.
    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) -> [Work] {
        switch call.operation {
        case .schedule: note(call, in: walk)
        case .invoke:
            if let cause = call.cause { done(cause) }
        case .dispose:
            guard !waiting.isEmpty, walk.role == .sink else { return [] }
            let given = left.filter { $0.sink == call.node }
            for work in given { waiting[work.asked.id] = nil }
            return given
        default:
            // A scheduler that is free does the work right in the call that asks for it.
            if !waiting.isEmpty, let caller = walk.caller?.call, caller.operation == .schedule { done(caller.id) }
        }
        return []
    }

    /// Takes a call that has ended, or that had not when the recording did.
    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.duration == nil, call.start != nil else { return }
        if call.operation == .invoke {
            openWork.insert(call.id)
        } else if walk.isMain(call.thread) {
            openOnMain = openOnMain ?? call
        }
    }

    private mutating func note(_ call: Trace.Call, in walk: TraceWalk) {
        guard let caller = walk.caller, caller.role == .sink, let sink = caller.call.node,
            caller.behaviors.contains(.hops) || caller.behaviors.contains(.starts),
            let scheduler = walk.node(call.node), scheduler.name != nil, !scheduler.behaviors.contains(.stays)
        else { return }
        let within = walk.callers.first { $0.call.operation == .invoke && $0.call.node == call.node }
        waiting[call.id] = Work(asked: call, sink: sink, event: caller.call.eventKind, within: within?.call.id)
    }

    private mutating func done(_ schedule: Int) {
        guard let work = waiting.removeValue(forKey: schedule) else { return }
        hasRun.insert(work.sink)
    }

    /// Whether work cannot be done because its own thread, which was asked for it, waits.
    func isBlocked(_ work: Work, in walk: TraceWalk) -> Bool {
        isForMain(work, in: walk) ? openOnMain != nil : work.within.map { openWork.contains($0) } ?? false
    }

    /// Whether it is work for the main thread.
    func isForMain(_ work: Work, in walk: TraceWalk) -> Bool { walk.isMainScheduler(work.asked.node) }
}

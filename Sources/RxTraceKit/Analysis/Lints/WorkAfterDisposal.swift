/// Work that a source asked for runs though its subscription was disposed.
struct WorkAfterDisposal: LintRule {
    static let definition = LintDefinition(
        name: "work-after-disposal", severity: .warning,
        summary: "work that create asked for runs after the disposal",
        explanation: """
            Fires where the closure of a create hands work to a scheduler, its subscription is disposed, and the work
            runs after that: nobody handed on what schedule returned. If the work sends something, late-event tells of
            it. The line is that of the create. No fault: work that had begun before; a create whose own disposable does
            something, such as setting a flag that the work reads.
            """,
        example: """
            Observable<Int>.create { observer in
                _ = clock.scheduleRelative(1, dueTime: .seconds(1)) { save($0) }
                return Disposables.create()  // nothing cancels the work
            }
            """,
        remedy: "return what schedule returns, for the disposal to cancel it")
    static let opening: Set<Trace.Operation> = [.schedule, .invoke, .dispose, .handler, .on]
    /// How much later, in nanoseconds, another thread's work has to run: it may have been about to begin.
    private static let race: UInt64 = 1_000_000

    private struct Late {
        var row: Int
        var asked: Int
        var disposal: Trace.Call
        var invoke: Int
        var count = 1
        /// Whether it sends something, of which late-event tells.
        var sends = false
    }

    /// The subscription whose closure asked for work, and the closure's node, by the `schedule`.
    private var asked: [Int: (row: Int, closure: Int?)] = [:]
    private var disposals: [Int: Trace.Call] = [:]
    /// The subscriptions in which closures of the user's undid something.
    private var undone: Set<Int> = []
    /// By the node of the closure.
    private var late: [Int: Late] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .handler: sort.runs([.disposes])
        case .on: sort.isOfWork
        default: true
        }
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .schedule:
            guard let caller = walk.caller, caller.kinds.contains(.creates), let row = caller.call.subscription,
                walk.node(call.node)?.behaviors.contains(.stays) != true
            else { return }
            asked[call.id] = (row, caller.call.node)
        case .dispose:
            guard !asked.isEmpty, let row = call.subscription, disposals[row] == nil else { return }
            disposals[row] = call
        case .handler:
            if let row = call.subscription, walk.kinds(of: call).contains(.disposes) { undone.insert(row) }
        case .on:
            guard !late.isEmpty, let caller = walk.caller?.call, caller.operation == .invoke, let cause = caller.cause,
                let closure = asked[cause]?.closure
            else { return }
            late[closure]?.sends = true
        default:
            guard let cause = call.cause, let work = asked[cause], let closure = work.closure,
                let disposal = disposals[work.row], isLater(call, than: disposal)
            else { return }
            if late[closure] != nil { late[closure]?.count += 1 }
            late[closure] = late[closure] ?? Late(row: work.row, asked: cause, disposal: disposal, invoke: call.id)
        }
    }

    private func isLater(_ call: Trace.Call, than disposal: Trace.Call) -> Bool {
        if call.thread == disposal.thread { return true }
        guard let start = call.start, let end = disposal.start else { return false }
        return start > end && start - end >= Self.race
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        late.sorted { $0.key < $1.key }.compactMap { id, late in
            guard let row = walk.subscription(late.row), row.ended != nil, !row.endedByEvent, !late.sends,
                !undone.contains(late.row), let source = walk.observable(of: id) ?? walk.node(id)
            else { return nil }
            return finding(
                "work that \(walk.name(of: source)) asked for runs after the subscription was disposed",
                at: source.site,
                [
                    .init("asked for", call: late.asked),
                    .init("disposed", call: late.disposal.id),
                    .init("and runs", call: late.invoke),
                ], count: late.count)
        }
    }
}

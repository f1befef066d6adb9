/// A take that is told to stop ends its source only: what operators below it began goes on.
struct OutlivedTake: LintRule {
    static let definition = LintDefinition(
        name: "outlived-take", severity: .warning,
        summary: "take(until:) stands above flatMap, whose source goes on",
        explanation: """
            Fires where take(until:) was told to stop, and a source that flatMap or its kin had begun below it handed on
            two elements or more afterwards. The line is that of the take. A note: the inner source ended by itself, and
            may have been meant to finish. No fault: a take below the flatMap; one answer, as that of a request;
            take(_:) with a number, which is about the elements above.
            """,
        example: """
            play.take(until: closed)  // closing ends the taps alone
                .flatMapLatest { track in ticks(track) }
                .subscribe(onNext: show)
            """,
        remedy: "put take(until:) below flatMap, as the last operator",
        signalRemedy: "put take(until:) below flattenMap, as the last operator")
    static let opening: Set<Trace.Operation> = [.forwardOn, .on]

    private struct Ended {
        var sink: Int
        var call: Trace.Call
        /// By inner subscription, what it handed on since.
        var later: [Int: (count: Int, last: Trace.Call)] = [:]
    }

    /// By the subscription whose source was ended.
    private var ended: [Int: Ended] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .forwardOn: sort.event == .completed && sort.role == .sink && sort.behaviors.contains(.ends)
        default: sort.event == .next && sort.isAtObserver
        }
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let row = call.subscription else { return }
        if call.operation == .forwardOn {
            noteEnd(call, row, in: walk)
        } else if ended[row] != nil, call.eventKind == .next, walk.isAtObserver {
            // The innermost of the subscriptions that led here and are none of the chain's own.
            guard
                let part = walk.callers.first(where: { $0.call.operation == .on && $0.call.subscription != row })?.call
                    .subscription, walk.subscription(part)?.parent == row, let begin = walk.facts(of: part)?.call,
                let end = ended[row]?.call.id, begin < end
            else { return }
            let count = ended[row]?.later[part]?.count ?? 0
            ended[row]?.later[part] = (count + 1, call)
        }
    }

    private mutating func noteEnd(_ call: Trace.Call, _ row: Int, in walk: TraceWalk) {
        guard call.eventKind == .completed, walk.role == .sink, walk.behaviors.contains(.ends), let sink = call.node,
            let caller = walk.caller?.call, caller.operation == .on, caller.eventKind == .next,
            caller.subscription != row || caller.node != sink, ended[row] == nil
        else { return }
        ended[row] = Ended(sink: sink, call: call)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        ended.sorted { $0.key < $1.key }.compactMap { row, end in
            let running = end.later.filter { $0.value.count >= 2 }
            let living = running.filter { walk.subscription($0.key)?.endedByEvent != true }
            guard let (part, later) = (living.isEmpty ? running : living).min(by: { $0.key < $1.key }),
                let sink = walk.node(end.sink),
                let source = walk.node(walk.subscription(part)?.node)
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) is told to stop, and \(walk.name(of: source)) below it goes on: "
                    + "\(Count.of(later.count, "element")) since",
                at: walk.observable(of: end.sink)?.site,
                [
                    .init("told to stop", call: end.call.id),
                    .init("what goes on was begun before", call: walk.facts(of: part)?.call, site: source.site),
                    .init("the last that came since: \(CallText.event(later.last))", call: later.last.id),
                ], severity: living.isEmpty ? .note : nil)
        }
    }
}

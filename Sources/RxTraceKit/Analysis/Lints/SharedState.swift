/// Two closures change one object on two threads at the same time.
struct SharedState: LintRule {
    static let definition = LintDefinition(
        name: "shared-state", severity: .warning,
        summary: "two closures change one object on two threads at once",
        explanation: """
            Fires where the closures of two subscriptions ran at the same time on two threads, the subscriptions are in
            one bag, and both closures change the same property of self, or call the same method of it that does; or
            both change the same variable at the top of the file, or an object in one: a change may be lost, and the
            program may crash. Closures of a do count as well. They need not run at the same moment, if the work of
            schedulers that runs them does, three times or more. The rule reads the source, for the property and the
            method, and the calls' times. The line is that of the second subscription. No fault: closures on one thread
            or one serial queue; closures that take turns; a method that takes a lock or runs within sync; an object of
            another bag each.
            """,
        example: """
            for source in [local.observe(on: a), remote.observe(on: b)] {
                source.subscribe(onNext: { [weak self] in self?.entries.append($0) })
                    .disposed(by: bag)
            }
            """,
        remedy: "observe both on one scheduler, such as MainScheduler.instance",
        signalRemedy: "deliver both on one scheduler, such as .mainThreadScheduler")
    static let dependsOnOrder = true
    static let opening: Set<Trace.Operation> = [.handler]

    private struct Closure: Hashable, Comparable {
        /// The user's subscription that it runs for.
        var row: Int
        /// The do that it was given to; 0 for one of the subscribe.
        var act: Int

        static func < (one: Closure, other: Closure) -> Bool { (one.row, one.act) < (other.row, other.act) }
    }

    private struct Running {
        var call: Trace.Call
        var closure: Closure
        var end: UInt64
        /// When the work of a scheduler that it runs in ends.
        var workEnd: UInt64
    }

    /// What two subscriptions were found to do at once.
    private struct Meeting {
        var first: Trace.Call
        var second: Trace.Call
        var count = 0
        /// How often a closure of one ran while work of the other went on.
        var works = 0
        var isAtOnce: Bool { count > 0 || works >= 3 }
    }

    private struct Pair: Hashable {
        var first: Closure
        var second: Closure
    }

    /// The closures of a thread that run, or ran in work that goes on.
    private struct Thread {
        private var runs: [Closure: [Running]] = [:]
        private var limit = 32

        mutating func add(_ run: Running, at start: UInt64) {
            runs[run.closure]?.removeAll { $0.end <= start }
            runs[run.closure, default: []].append(run)
            // What has ended goes when there is much of it, or when another thread asks.
            if runs.count > limit {
                leaveEnded(at: start)
                limit = max(32, 2 * runs.count)
            }
        }

        mutating func running(at start: UInt64) -> [Running] {
            leaveEnded(at: start)
            return runs.values.flatMap(\.self)
        }

        private mutating func leaveEnded(at start: UInt64) {
            runs = runs.compactMapValues { all in
                let left = all.filter { $0.workEnd > start }
                return left.isEmpty ? nil : left
            }
        }
    }

    private var threads: [Int: Thread] = [:]
    private var met: [Pair: Meeting] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        (sort.isAtObserver || sort.role == .sink && sort.behaviors.contains(.acts))
            && sort.runs(Trace.ClosureKind.toldOfEvents)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let start = call.start, let duration = call.duration,
            !walk.kinds(of: call).isDisjoint(with: Trace.ClosureKind.toldOfEvents),
            let row = walk.isAtObserver ? walk.userSubscription(told: call) : walk.root(of: call.subscription)
        else { return }
        let act = walk.isAtObserver ? nil : call.node.flatMap { walk.observable(of: $0)?.id }
        let closure = Closure(row: row, act: act ?? 0)
        for other in running(besides: call.thread, at: start) where other.closure.row != row {
            let pair = Pair(first: min(closure, other.closure), second: max(closure, other.closure))
            var meeting = met[pair] ?? Meeting(first: other.call, second: call)
            if other.end > start { meeting.count += 1 } else { meeting.works += 1 }
            met[pair] = meeting
        }
        let end = start &+ duration
        // One piece of work counts once, however many elements it hands on.
        let work = walk.callers.reduce(nil as Trace.Call?) { $1.call.operation == .invoke ? $1.call : $0 }
        let workEnd = work.flatMap { work in work.start.map { $0 &+ (work.duration ?? 0) } } ?? end
        let run = Running(call: call, closure: closure, end: end, workEnd: max(end, workEnd))
        threads[call.thread, default: Thread()].add(run, at: start)
    }

    /// The closures that other threads run, in the order of their calls.
    private mutating func running(besides thread: Int, at start: UInt64) -> [Running] {
        var running: [Running] = []
        for other in threads.keys where other != thread {
            let runs = threads[other]?.running(at: start) ?? []
            if runs.isEmpty { threads[other] = nil }
            running += runs
        }
        return running.count > 1 ? running.sorted { $0.call.id < $1.call.id } : running
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        met.filter(\.value.isAtOnce).sorted { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }.compactMap
        { pair, meeting in
            let bag = walk.facts(of: pair.first.row)?.bag
            let haveOneBag = bag != nil && bag == walk.facts(of: pair.second.row)?.bag
            let calls = [meeting.first, meeting.second].sorted {
                (walk.root(of: $0.subscription) ?? 0, $0.id) < (walk.root(of: $1.subscription) ?? 0, $1.id)
            }
            let closures = calls.compactMap { closure(of: $0, in: walk) }
            guard closures.count == 2 else { return nil }
            let changes = SourceChanges(text: text)
            let members =
                haveOneBag
                ? changes.members(changedBy: closures[0]).intersection(changes.members(changedBy: closures[1]))
                : []
            let shared =
                members.isEmpty
                ? changes.globals(changedBy: closures[0]).intersection(changes.globals(changedBy: closures[1]))
                : members
            guard let member = shared.min() else { return nil }
            let second = closures[1].site
            return finding(
                "two threads change \(member)\(members.isEmpty ? "" : " of one object") at the same time", at: second,
                [meeting.first, meeting.second].map { handler in
                    .init(
                        "\(handler.label ?? "a closure") runs on \(walk.threadName(handler.thread))", call: handler.id,
                        site: walk.site(of: handler.subscription))
                }, count: meeting.count + meeting.works)
        }
    }

    /// Where the source has the closure that a call runs.
    private func closure(of call: Trace.Call, in walk: TraceWalk) -> SourceChanges.Closure? {
        guard let site = walk.place(ofClosure: call) else { return nil }
        let acts = walk.traits(of: call.node).behaviors.contains(.acts)
        return .init(word: acts ? .act : .subscribe, label: call.label ?? "", site: site)
    }
}

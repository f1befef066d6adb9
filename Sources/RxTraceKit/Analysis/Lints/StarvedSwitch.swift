/// Each new element cancels the answer to the one before, until there is no answer at all.
struct StarvedSwitch: LintRule {
    static let definition = LintDefinition(
        name: "starved-switch", severity: .warning,
        summary: "flatMapLatest leaves each source before it answers",
        explanation: """
            Fires where flatMapLatest or switchLatest left three sources or more for the next one, none of them had given
            an element, and no other gave one by the end of the recording: a timer asks again before the answer can
            come. The line is that of the operator. A note: the elements come from a subject, whose sender may just not
            have paused yet. No fault: a source that answered in between.
            """,
        example: """
            Observable<Int>.interval(.seconds(1), scheduler: main)
                .flatMapLatest { _ in poll() }  // takes two seconds
                .subscribe(onNext: show)
            """,
        remedy: "use flatMapFirst, which lets a request finish, or a longer period")
    static let opening: Set<Trace.Operation> = [.subscribe, .forwardOn]

    private struct Switch {
        var rows: [Int] = []
        var outer: Int?
        var hasAnswer = false
    }

    private var switches: [Int: Switch] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .subscribe || sort.event == .next && sort.role == .sink && sort.behaviors.contains(.switches)
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .forwardOn {
            if let id = call.node { switches[id]?.hasAnswer = true }
            return
        }
        guard walk.begun(by: call) != nil, let row = call.subscription, walk.subscription(row)?.parent != nil else {
            return
        }
        for frame in walk.callers {
            guard frame.role == .sink, let sink = frame.call.node else { continue }
            guard frame.call.operation == .on, frame.call.eventKind == .next, frame.behaviors.contains(.switches) else {
                return
            }
            switches[sink, default: Switch()].rows.append(row)
            switches[sink]?.outer = walk.facts(of: frame.call.subscription)?.chain.last
            return
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        switches.sorted { $0.key < $1.key }.compactMap { id, all in
            let left = all.rows.filter { walk.subscription($0)?.ended == "switch" }
            guard !all.hasAnswer, left.count >= 3, let sink = walk.node(id), let outer = walk.node(all.outer),
                outer.role == .subject || outer.behaviors.contains(.endless)
            else { return nil }
            let begun = left.prefix(2).map { Trace.Finding.Evidence("begun", call: walk.facts(of: $0)?.call) }
            return finding(
                "\(walk.name(of: sink)) leaves \(Count.of(left.count, "source")) before any of them answers",
                at: walk.observable(of: id)?.site,
                begun + [.init("the elements come from \(walk.name(of: outer))", site: outer.site)],
                severity: outer.role == .subject ? .note : nil)
        }
    }
}

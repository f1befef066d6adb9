/// Elements are sent into a subject before anybody listens, and somebody comes later.
struct UnheardSend: LintRule {
    static let definition = LintDefinition(
        name: "unheard-send", severity: .warning,
        summary: "elements are sent before the first subscriber comes",
        explanation: """
            Fires where a subject that replays nothing (PublishSubject, PublishRelay) is handed elements before anybody
            has subscribed, and somebody subscribes right after that: these elements are lost. The line is the one that
            sends the last of them, or the only call of the function that does (read in the source); or that of the
            subject, where withLatestFrom takes its last value or its name speaks of a state (state, user, count …) and
            a function sends. Fires too where concat subscribes to the subject when the source before has ended, and
            elements were sent meanwhile: the line is that of concat; a note, if others heard them. The same where
            delaySubscription lets a scheduler wait before it subscribes. A note: the same line sends again later, as
            that of a log does; or the elements are Void, as taps are, which an object that is not shown yet may well
            leave unheard. No fault: elements sent by several lines, if others come later; elements that the first
            subscriber may well have missed, because something else happened or 100 ms passed before it came; elements
            sent after the subscribers have gone.
            """,
        example: """
            status.onNext(.loading)  // lost
            status.subscribe(onNext: show).disposed(by: bag)
            """,
        remedy: "subscribe first, or use a BehaviorSubject or ReplaySubject",
        signalRemedy: "subscribe first, or use a RACBehaviorSubject or RACReplaySubject")
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    /// A time, in nanoseconds, after which a subscriber is one who came late.
    private static let pause: UInt64 = 100_000_000

    private static let turnRemedy = "merge the two, which listens to both from the start; or use a ReplaySubject"

    /// The elements of a subject that nobody heard.
    private struct Unheard {
        var first: Trace.Call
        var last: Trace.Call
        var count = 0
        /// How many were sent outside of any other call.
        var outermost = 0
        /// The deeds of the thread before the first.
        var deeds: Int
        var sites: Set<Trace.Site> = []
    }

    /// Elements that were lost on who subscribed right after, and what was sent since.
    private struct Lost {
        var sent: Unheard
        var subscribe: Trace.Call
        /// The operator that comes too late.
        var comer: Trace.Node?
        /// Whether that goes on to the subject after another source.
        var isInTurn = false
        /// Whether a scheduler was to let it wait.
        var isDelayed = false
        var isFollowed = false
        /// Whether a line that sent them sent again.
        var isRepeated = false
    }

    private var heard: Set<Int> = []
    private var unheard: [Int: Unheard] = [:]
    private var lost: [Int: Lost] = [:]
    /// The last element of each subject that somebody hears.
    private var last: [Int: Trace.Call] = [:]
    /// By such a subject, that element, where concat subscribed only after it.
    private var missed: [Int: (element: Trace.Call, subscribe: Trace.Call, comer: Trace.Node)] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.role == .subject
    }

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .subject, let id = call.node else { return }
        if call.eventKind == .next, let sites = lost[id]?.sent.sites {
            lost[id]?.isFollowed = true
            if let site = call.site ?? walk.callingSite, sites.contains(site) { lost[id]?.isRepeated = true }
        }
        if heard.contains(id) { return noteTurn(call, id, in: walk) }
        guard let node = walk.node(id) else { return }
        let does = node.behaviors
        let isOpen = node.site == nil || node.isEarly || does.contains(.replays) || does.contains(.handedOver)
        if isOpen || does.contains(.inside) || does.contains(.waits) {
            heard.insert(id)
        } else if call.operation == .subscribe {
            heard.insert(id)
            add(node, call, in: walk)
        } else if call.eventKind != .next {
            heard.insert(id)
        } else if call.type == nil {
            var sent = unheard[id] ?? Unheard(first: call, last: call, deeds: walk.deeds(onThreadOf: call))
            sent.count += 1
            sent.last = call
            if walk.caller == nil { sent.outermost += 1 }
            if let site = call.site ?? walk.callingSite { sent.sites.insert(site) }
            unheard[id] = sent
        }
    }

    /// Notes that concat comes to a subject which others have heard elements of, while it waited for its source before.
    private mutating func noteTurn(_ call: Trace.Call, _ id: Int, in walk: TraceWalk) {
        if call.eventKind == .next {
            last[id] = call
        } else if call.operation == .subscribe, missed[id] == nil, let element = last[id], walk.behaviors.isEmpty,
            let subject = walk.node(id), subject.site != nil, !subject.isEarly,
            let parent = walk.subscription(call.subscription)?.parent, let facts = walk.facts(of: parent),
            facts.call < element.id, let comer = comer(in: walk), comer.behaviors.contains(.follows)
        {
            missed[id] = (element, call, comer)
        }
    }

    private mutating func add(_ subject: Trace.Node, _ subscribe: Trace.Call, in walk: TraceWalk) {
        guard let sent = unheard.removeValue(forKey: subject.id) else { return }
        let isInTurn = isInTurn(sent, subscribe, in: walk)
        let delayer = delayer(of: subscribe, sent, in: walk)
        guard isInTurn || delayer != nil || isRightAfter(sent, subscribe, in: walk) else { return }
        lost[subject.id] = Lost(
            sent: sent, subscribe: subscribe, comer: delayer ?? comer(in: walk), isInTurn: isInTurn,
            isDelayed: delayer != nil)
    }

    /// The operator that subscribes to the subject besides its own source, or after it.
    private func comer(in walk: TraceWalk) -> Trace.Node? {
        for frame in walk.callers {
            if frame.call.operation == .handler { return nil }
            guard let sink = walk.sink(of: frame.call.node), let operation = walk.observable(of: sink.id) else {
                continue
            }
            let does = operation.behaviors.union(sink.behaviors)
            if does.contains(.pairs) || does.contains(.follows) { return operation }
        }
        return nil
    }

    /// The operator of a subscription that had begun before the elements were sent, and that let a scheduler wait.
    private func delayer(of subscribe: Trace.Call, _ sent: Unheard, in walk: TraceWalk) -> Trace.Node? {
        let row = walk.subscription(subscribe.subscription)
        guard let begun = row?.parent ?? row?.id, let facts = walk.facts(of: begun), facts.call < sent.first.id,
            let work = walk.callers.first(where: { $0.call.operation == .invoke })?.work, work.subscription == begun,
            let asking = walk.node(work.askedBy),
            let operation = asking.role == .observable ? asking : walk.observable(of: asking.id),
            // subscribe-on-subject tells of one that only changes the thread.
            asking.behaviors.union(operation.behaviors).isDisjoint(with: [.starts, .hops])
        else { return nil }
        return operation
    }

    /// Whether nothing but set-up lies between the elements and who subscribes.
    private func isRightAfter(_ sent: Unheard, _ subscribe: Trace.Call, in walk: TraceWalk) -> Bool {
        guard sent.first.thread == subscribe.thread,
            walk.deeds(onThreadOf: subscribe) == sent.deeds + sent.outermost
        else { return false }
        guard let start = sent.first.start, let end = subscribe.start else { return true }
        return end <= start &+ Self.pause
    }

    /// Whether an operator such as concat subscribes now that its source before has ended, and was there when the elements
    /// were sent.
    private func isInTurn(_ sent: Unheard, _ subscribe: Trace.Call, in walk: TraceWalk) -> Bool {
        guard let parent = walk.subscription(subscribe.subscription)?.parent, let facts = walk.facts(of: parent)
        else { return false }
        return facts.call < sent.first.id
            && facts.chain.contains { walk.node($0)?.behaviors.contains(.follows) == true }
    }

    /// The only line that calls the function which sends, where another subscribes: the one of the two that comes too early.
    private func caller(of lost: Lost, in walk: TraceWalk) -> Trace.Site? {
        guard let site = lost.sent.last.site, let subscribe = walk.site(of: lost.subscribe.subscription),
            let sender = SourceFunction(around: site, butNot: subscribe, in: text)
        else { return nil }
        let calls = sender.calls(in: [site.file])
        return calls.count == 1 ? calls[0] : nil
    }

    /// The line of the operator that comes too late to the subject; for what takes its last value, that of the subject,
    /// which is to keep one.
    private func comer(of lost: Lost, _ subject: Trace.Node) -> Trace.Site? {
        guard let comer = lost.comer else { return nil }
        return comer.behaviors.contains(.pairs) ? subject.site ?? comer.site : comer.site
    }

    /// The line of a subject that is called as a state is, and that a function sends to: it is to keep its last element.
    private func keeper(of lost: Lost, _ subject: Trace.Node, in walk: TraceWalk) -> Trace.Site? {
        guard !lost.isInTurn, !lost.isDelayed, StateNames(text: text).isState(subject), let site = lost.sent.last.site,
            let subscribe = walk.site(of: lost.subscribe.subscription),
            SourceFunction(around: site, butNot: subscribe, in: text) != nil
        else { return nil }
        return subject.site
    }

    /// The subjects that concat came to too late, though others had come in time.
    private func missedTurns(in walk: TraceWalk) -> [Trace.Finding] {
        missed.sorted { $0.key < $1.key }.compactMap { id, missed in
            guard let subject = walk.node(id) else { return nil }
            let name = walk.name(of: subject)
            return finding(
                "\(name) is sent \(CallText.event(missed.element)) before \(walk.name(of: missed.comer)) subscribes to it",
                at: missed.comer.site,
                [
                    .init("sent to others", call: missed.element.id, site: missed.element.site),
                    .init("then the source before it has ended", call: missed.subscribe.id),
                ], severity: .note, remedy: Self.turnRemedy)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        missedTurns(in: walk) + unheard(in: walk)
    }

    private func unheard(in walk: TraceWalk) -> [Trace.Finding] {
        lost.sorted { $0.value.subscribe.id < $1.value.subscribe.id }.compactMap { id, lost in
            guard lost.isDelayed || lost.sent.sites.count <= 1 || !lost.isFollowed, let subject = walk.node(id) else {
                return nil
            }
            let (first, count) = (lost.sent.first, lost.sent.count)
            let name = walk.name(of: subject)
            // Nobody may have wanted a tap on what is not shown yet.
            let isNote = lost.isRepeated || first.event?.value == "()"
            let site = first.site ?? walk.site(of: first.subscription) ?? subject.site
            let listener = lost.comer.map { "\(walk.name(of: $0)) subscribes" } ?? "anybody listens"
            return finding(
                "\(Count.of(count, "element")) of \(name) \(count == 1 ? "is" : "are") sent before \(listener)",
                at: comer(of: lost, subject) ?? keeper(of: lost, subject, in: walk) ?? caller(of: lost, in: walk)
                    ?? lost.sent.last.site ?? site,
                [
                    .init("\(name) is handed \(CallText.event(first))", call: first.id, site: site),
                    .init(
                        "the first subscriber comes only then", call: lost.subscribe.id,
                        site: walk.site(of: lost.subscribe.subscription)),
                ], severity: isNote ? .note : nil, remedy: lost.isInTurn ? Self.turnRemedy : nil)
        }
    }
}

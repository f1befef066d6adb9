/// An older inner source answers after a newer one.
struct StaleResult: LintRule {
    static let definition = LintDefinition(
        name: "stale-result", severity: .warning,
        summary: "an older answer comes after a newer one",
        explanation: """
            Fires where flatMap subscribed to two sources that answer once and complete, and the source of the earlier
            event answered after the source of the later one: whoever shows the last answer shows the older. Elements
            that a source gives while it is being subscribed to, as by startWith, are no answers if others follow.
            Elements that come at once, as of materialize, are one answer. A note: a newer answer followed in the end;
            one event asked for both; each answer is its event, or carries a part of it, as (photo.id, link) does, so
            that it may be kept under a key of its own; the answers are no elements, but ends, as those of a
            Completable; or the closure (read in the source) begins but a timer or a delay, whatever the event, and that
            of an older one went off when a newer event had come, as one that hides what the newer shows. No fault:
            sources that answer several times, or go on after the answer.
            """,
        example: """
            query.flatMap { search($0) }  // the answer to "r" after that to "rx"
                .subscribe(onNext: show)
            """,
        remedy: "use flatMapLatest for the newest answer, concatMap for all in order",
        signalRemedy: "use map and switchToLatest for the newest answer, concat for all in order")
    static let dependsOnOrder = true
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .schedule]

    private struct Answer {
        var row: Int
        var sink: Int
        /// The event of the source it answers.
        var asked: Int
        var event: Trace.Event?
        /// The outermost call that this event came in.
        var cause: Int
        /// Where that event was sent.
        var site: SiteNumbers.Number
        /// The last element it gave.
        var call: Int?
        /// That element as text.
        var value: String?
        /// How many elements it gave while it was being subscribed.
        var early: Int32 = 0
        /// How many causes its other elements came by, and the last of these.
        var bursts: Int32 = 0
        var burst: Int?
        /// The work that it asked for as it had given its last element: its end may come by that.
        var following: Int?
        /// Whether it completed with its last element, or before the next event of any of them.
        var isWhole = false

        /// Whether it answered once.
        var isSingle: Bool { isWhole && (bursts == 1 || bursts == 0 && early == 1 || isBare) }
        /// Whether it has ended later without an element.
        var isBare = false

        mutating func note(_ element: Trace.Call, cause: Int, isOfEnd: @autoclosure () -> Bool) {
            (call, value) = (element.id, element.event?.value)
            if cause == self.cause {
                early += 1
                return
            }
            if cause != burst, bursts == 0 || !isOfEnd() { bursts += 1 }
            burst = cause
        }

        /// - Parameters:
        ///   - isNewest: whether its event came last.
        ///   - work: the schedule or hop that the outermost work around asked for.
        mutating func end(_ end: Trace.Call, cause: Int, isNewest: Bool, work: @autoclosure () -> Int?) {
            guard end.eventKind == .completed else {
                (isBare, isWhole) = (false, false)
                return
            }
            isBare = call == nil && cause != self.cause
            isWhole = isNewest || cause == burst || isBare || following != nil && following == work()
            if isBare { call = end.id }
        }
    }

    private var answers: [Int: Answer] = [:]
    private var sites = SiteNumbers()
    /// The subscription whose event came last, by sink.
    private var latest: [Int: Int] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation != .on || sort.event != nil && sort.role == .observer
    }

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .subscribe, walk.begins(call), let row = call.subscription,
            walk.isOperators(row)
        {
            for frame in walk.callers {
                guard frame.role == .sink, let sink = frame.call.node else { continue }
                let does = frame.behaviors
                guard frame.call.operation == .on, frame.call.eventKind == .next, !does.contains(.switches),
                    !does.contains(.follows), !does.contains(.retries)
                else { return }
                let site = frame.call.site ?? walk.callingSite
                answers[row] = Answer(
                    row: row, sink: sink, asked: frame.call.id, event: frame.call.event,
                    cause: walk.outermost(around: call),
                    site: site.map { sites.number(of: $0) } ?? SiteNumbers.none)
                return
            }
        } else if call.operation == .schedule {
            if let row = call.subscription, answers[row]?.call != nil { answers[row]?.following = call.id }
        } else if !answers.isEmpty, walk.role == .observer, call.operation == .on, let kind = call.eventKind,
            let row = call.subscription, let sink = answers[row]?.sink
        {
            let cause = walk.outermost(around: call)
            if kind == .next {
                answers[row]?.note(call, cause: cause, isOfEnd: Self.isOfEnd(in: walk))
            } else {
                answers[row]?.end(
                    call, cause: cause, isNewest: latest[sink] == row,
                    work: walk.callers.reduce(nil) { $1.call.cause ?? $0 })
            }
            latest[sink] = row
        }
    }

    /// Whether an answer carries a part of its own event that the other event has not: a key to keep it under.
    private func isKeyed(_ one: Answer, beside other: Answer) -> Bool {
        guard let value = one.value, let asked = one.event?.value, let others = other.event?.value else {
            return false
        }
        if value == asked, value != others { return true }
        let parts = ValueParts.of(value)
        guard parts.count > 1 else { return false }
        return !Set(parts).intersection(ValueParts.of(asked)).subtracting(ValueParts.of(others)).isEmpty
    }

    /// The outermost call that a call is made in.
    /// Whether the element that the walk has come to was made of the end of its source, as by materialize.
    private static func isOfEnd(in walk: TraceWalk) -> Bool {
        walk.callers.contains { $0.call.eventKind.map { $0 != .next } ?? false }
    }

    private func isDelay(_ id: Int, in walk: TraceWalk) -> Bool { walk.node(id).map { walk.word(for: $0) } == "delay" }

    /// A timer of an older event that goes off when a newer event has come.
    private func lateTimer(_ all: [Answer], _ sink: Trace.Node, in walk: TraceWalk) -> Trace.Finding? {
        let timers = all.filter { answer in
            guard answer.isSingle, answer.early == 0,
                let source = walk.node(walk.facts(of: answer.row)?.chain.last)
            else { return false }
            let isDelayed = walk.facts(of: answer.row)?.chain.contains { isDelay($0, in: walk) } == true
            return walk.word(for: source) == "timer" || isDelayed
        }.sorted { $0.asked < $1.asked }
        let late = zip(timers, timers.dropFirst()).first { $0.call ?? 0 > $1.asked && $0.cause != $1.cause }
        guard let (old, new) = late, let operation = walk.observable(of: sink.id), let site = operation.site,
            text.code(from: site, lines: 4).contains(
                #/^[^\n]*flatMap\s*\{\s*_\s*(?:->[^\n]*)?in\s[^}]*(?:timer|delay)\(/#)
        else { return nil }
        return finding(
            "the timer of an older event goes off when \(CallText.event(new.event)) has come", at: site,
            [
                .init("\(CallText.event(old.event)) begins it", call: old.asked, site: sites[old.site]),
                .init("then comes \(CallText.event(new.event))", call: new.asked, site: sites[new.site]),
                .init("only then the timer", call: old.call),
            ], severity: .note, remedy: "use flatMapLatest, which leaves the older timer for the newest")
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        Dictionary(grouping: answers.values, by: \.sink).sorted { $0.key < $1.key }.compactMap { id, all in
            guard let sink = walk.node(id) else { return nil }
            var newest: Answer?
            var stale: (old: Answer, new: Answer)?
            var count = 0
            for answer in all.filter(\.isSingle).sorted(by: { ($0.call ?? 0) < ($1.call ?? 0) }) {
                if let newest, answer.asked < newest.asked {
                    if stale == nil || latest[id] == answer.row { stale = (answer, newest) }
                    count += 1
                } else {
                    newest = answer
                }
            }
            guard let (old, new) = stale else { return lateTimer(all, sink, in: walk) }
            // It is the last that was shown, and nobody asked for another since.
            let stands = latest[id] == old.row && !all.contains { $0.asked > new.asked }
            let areKeyed = isKeyed(old, beside: new) && isKeyed(new, beside: old)
            let isLasting = stands && old.cause != new.cause && !areKeyed && !old.isBare && !new.isBare
            return finding(
                "\(walk.name(of: sink)) hands on the answer to an older event after that to a newer one"
                    + (isLasting ? ", and the older stands at the end" : ""),
                at: walk.observable(of: id)?.site,
                [
                    .init("\(CallText.event(old.event)) asks", call: old.asked, site: sites[old.site]),
                    .init("then \(CallText.event(new.event)) asks", call: new.asked, site: sites[new.site]),
                    .init("the newer is answered", call: new.call),
                    .init("only then the older", call: old.call),
                ], severity: isLasting ? .warning : .note, count: count)
        }
    }
}

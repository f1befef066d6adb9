/// The last element of a throttled source is dropped, and another one stands.
struct DroppedLast: LintRule {
    static let definition = LintDefinition(
        name: "dropped-last", severity: .warning,
        summary: "throttle drops the last element, and an older one stands",
        explanation: """
            Fires where throttle(latest: false) dropped the last element that came to it, and the last that it let
            through is another one: what is shown at the end is old. With latest: true, the last element comes when the
            time is over. Fires too where flatMapFirst dropped the last elements, for the source of an older one still
            ran: its answer stands, though a subject or relay was sent another. Fires too where throttle hands on a
            second tap (a Void) when its time is over, as latest: true has it: the action is done twice; that is a note.
            A note: one element was dropped, as by a guard against double taps. No fault: elements that are equal to the
            one let through, as all taps of a button are.
            """,
        example: """
            text.throttle(.milliseconds(300), latest: false, scheduler: main)
                .subscribe(onNext: search)  // of "r", "rx", "rxs" it searches "r"
            """,
        remedy: "leave latest: true, as it is by default, or use debounce")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn, .schedule, .handler]

    private static let newestRemedy = "use flatMapLatest, which leaves the older source for the newest"

    private struct Throttle {
        /// The last element that came, unless it was handed on or kept for later.
        var dropped: Trace.Call?
        var site: Trace.Site?
        var passed: Trace.Call?
        var count = 0
        /// The first and the second of two taps, of which the second was handed on when the time was over.
        var twice: (first: Trace.Call, second: Trace.Call)?
    }

    private static let twiceRemedy = "pass latest: false, or use flatMapFirst for the action"

    private var throttles: [Int: Throttle] = [:]
    /// By the sinks of flatMapFirst: what they dropped since the last element for which they began a source.
    private var firsts: [Int: Throttle] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        let does = sort.behaviors
        return sort.operation == .schedule || sort.operation == .handler && does == [.drops]
            || sort.operation == .on && sort.event == .next && sort.role == .sink && does == [.drops]
            || sort.event == .next && sort.role == .sink && does.contains(.drops) && does.contains(.buffers)
                && !does.contains(.selects)
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .schedule {
            // The element waits for its time.
            guard let caller = walk.caller, let sink = caller.call.node, throttles[sink] != nil else { return }
            throttles[sink]?.dropped = nil
            // One that comes meanwhile takes its place.
            throttles[sink]?.count = .min
            return
        }
        guard walk.role == .sink, let id = call.node else { return }
        if walk.behaviors == [.drops] { return noteFirst(call, id, in: walk) }
        guard call.eventKind == .next, call.operation != .handler else { return }
        let does = walk.behaviors
        guard does.contains(.drops), does.contains(.buffers), !does.contains(.selects) else { return }
        if call.operation == .forwardOn {
            if call.event?.value == "()", let first = throttles[id]?.passed, throttles[id]?.twice == nil,
                !walk.callers.contains(where: { $0.call.operation == .on && $0.call.node == id })
            {
                throttles[id]?.twice = (first, call)
            }
            throttles[id, default: Throttle()].passed = call
            throttles[id]?.dropped = nil
        } else {
            throttles[id, default: Throttle()].dropped = call
            throttles[id]?.site = call.site ?? walk.callingSite
            if throttles[id]?.count != .min { throttles[id]?.count += 1 }
        }
    }

    private mutating func noteFirst(_ call: Trace.Call, _ id: Int, in walk: TraceWalk) {
        if call.operation == .on, call.eventKind == .next {
            // The ticks of a timer are one like another.
            guard walk.callers.contains(where: { $0.role == .subject && $0.call.operation == .on }) else { return }
            firsts[id, default: Throttle()].dropped = call
            firsts[id]?.site = call.site ?? walk.callingSite
            firsts[id]?.count += 1
        } else if call.operation == .handler, walk.kinds(of: call).contains(.makes) {
            let taken = firsts[id]?.dropped
            firsts[id] = Throttle(passed: taken)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        throttled(in: walk) + tappedTwice(in: walk)
            + firsts.sorted { $0.key < $1.key }.compactMap { id, first in
                guard let dropped = first.dropped, let passed = first.passed, let last = dropped.event?.value,
                    last != passed.event?.value, let sink = walk.node(id)
                else { return nil }
                return finding(
                    "\(walk.name(of: sink)) drops \(CallText.event(dropped)), the last, and the answer to "
                        + "\(CallText.event(passed)) stands",
                    at: walk.observable(of: id)?.site,
                    [
                        .init("the last for which it began a source", call: passed.id),
                        .init("the last that came, and was dropped", call: dropped.id, site: first.site),
                    ], severity: first.count < 2 ? .note : nil, remedy: Self.newestRemedy)
            }
    }

    private func tappedTwice(in walk: TraceWalk) -> [Trace.Finding] {
        throttles.sorted { $0.key < $1.key }.compactMap { id, throttle in
            guard let (first, second) = throttle.twice, let sink = walk.node(id) else { return nil }
            return finding(
                "\(walk.name(of: sink)) hands on the second of two taps when its time is over",
                at: walk.observable(of: id)?.site,
                [.init("the first", call: first.id), .init("the second, later", call: second.id)], severity: .note,
                remedy: Self.twiceRemedy)
        }
    }

    private func throttled(in walk: TraceWalk) -> [Trace.Finding] {
        throttles.sorted { $0.key < $1.key }.compactMap { id, throttle in
            guard throttle.count != .min, let dropped = throttle.dropped, let passed = throttle.passed,
                let last = dropped.event?.value, last != passed.event?.value, let sink = walk.node(id)
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) drops the last of \(Count.of(throttle.count, "element")), "
                    + "\(CallText.event(dropped)), and an older one stands",
                at: walk.observable(of: id)?.site,
                [
                    .init("the last that went through: \(CallText.event(passed))", call: passed.id),
                    .init("the last that came, and was dropped", call: dropped.id, site: throttle.site),
                ], severity: throttle.count <= 2 ? .note : nil)
        }
    }
}

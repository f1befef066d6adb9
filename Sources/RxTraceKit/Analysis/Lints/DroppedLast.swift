/// The last element of a throttled source is dropped, and another one stands.
struct DroppedLast: LintRule {
    static let definition = LintDefinition(
        name: "dropped-last", severity: .warning,
        summary: "throttle drops the last element, and an older one stands",
        explanation: """
            Fires where throttle(latest: false) dropped the last element that came to it, and the last that it let
            through is another one: what is shown at the end is old. With latest: true, the last element comes when the
            time is over. A note: one element was dropped, as by a guard against double taps. No fault: elements that
            are equal to the one let through, as all taps of a button are.
            """,
        example: """
            text.throttle(.milliseconds(300), latest: false, scheduler: main)
                .subscribe(onNext: search)  // of "r", "rx", "rxs" it searches "r"
            """,
        remedy: "leave latest: true, as it is by default, or use debounce")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn, .schedule]

    private struct Throttle {
        /// The last element that came, unless it was handed on or kept for later.
        var dropped: Trace.Call?
        var site: Trace.Site?
        var passed: Trace.Call?
        var count = 0
    }

    private var throttles: [Int: Throttle] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        let does = sort.behaviors
        return sort.operation == .schedule
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
        guard call.eventKind == .next, walk.role == .sink, let id = call.node else { return }
        let does = walk.behaviors
        guard does.contains(.drops), does.contains(.buffers), !does.contains(.selects) else { return }
        if call.operation == .forwardOn {
            throttles[id, default: Throttle()].passed = call
            throttles[id]?.dropped = nil
        } else {
            throttles[id, default: Throttle()].dropped = call
            throttles[id]?.site = call.site ?? walk.callingSite
            if throttles[id]?.count != .min { throttles[id]?.count += 1 }
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
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

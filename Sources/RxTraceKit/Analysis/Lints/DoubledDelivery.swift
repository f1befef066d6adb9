/// One event reaches a closure twice, with the same value.
struct DoubledDelivery: LintRule {
    static let definition = LintDefinition(
        name: "doubled-delivery", severity: .note,
        summary: "one event comes to a closure twice with the same value",
        explanation: """
            Fires where one event of a subject or share comes to the closure of a subscription twice with the same
            value, because two ways lead there that meet in merge, flatMap or the like: what the closure does is done
            twice. Fires too where a chain begins with the same value twice, as startWith(relay.value) above a relay
            that replays it. The line is that of the operator where the ways meet. Fires too where an error runs the
            onError of a do and then that of the subscribe below, and both call the same function (show(error), read in
            the source): the line is that of the subscribe. It is a note, for twice may well be as good as once. No
            fault: values that differ, of which glitch tells; a source that sends a value twice; two subscriptions, each
            with a closure of its own.
            """,
        example: """
            // a BehaviorRelay replays its value anyway
            name.startWith(name.value).subscribe(onNext: greet)  // greets twice
            """,
        remedy: "let one way lead there, or put distinctUntilChanged() below it")
    static let opening: Set<Trace.Operation> = [.on, .handler]

    /// An error that both a do and the subscription below it were told of.
    private struct ToldTwice: Hashable {
        var act: Int
        var subscribe: Trace.Site
    }

    private struct Handed {
        var call: Int
        var thread: Int
        var value: String
    }

    private struct Pair {
        var first: Int
        var second: Trace.Call
        var site: Trace.Site?
        var count = 0
    }

    private var last: [Int: Handed] = [:]
    /// By the operator where two ways meet.
    private var found: [Int: Pair] = [:]
    /// The closures that were told of an error: of a do, and of the subscription.
    private var errors: [ToldTwice: (first: Int, second: Trace.Call)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .handler ? sort.isAtObserver && sort.runs([.error]) : sort.event == .next && sort.isAtObserver
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler { return noteError(call, in: walk) }
        guard call.eventKind == .next, let row = walk.userSubscription(told: call) else { return }
        guard let value = call.event?.distinctValue else {
            last[row] = nil
            return
        }
        if let before = last[row], before.thread == call.thread, before.value == value,
            let joint = joint(since: before.call, in: walk)
        {
            var pair = found[joint] ?? Pair(first: before.call, second: call, site: walk.callingSite)
            pair.count += 1
            found[joint] = pair
        }
        last[row] = Handed(call: call.id, thread: call.thread, value: value)
    }

    private mutating func noteError(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.kinds(of: call).contains(.error), let row = walk.userSubscription(told: call),
            let site = walk.site(of: row),
            let act = walk.callers.first(where: {
                $0.role == .sink && $0.behaviors.contains(.acts) && $0.call.operation == .on
                    && $0.call.eventKind == .error
            })?.call, let sink = act.node, let operation = walk.observable(of: sink)?.id
        else { return }
        let place = ToldTwice(act: operation, subscribe: site)
        if errors[place] == nil { errors[place] = (act.id, call) }
    }

    /// The errors that two closures of a chain show.
    private func shownTwice(in walk: TraceWalk) -> [Trace.Finding] {
        errors.sorted { $0.value.second.id < $1.value.second.id }.compactMap { place, told in
            guard let act = walk.node(place.act)?.site else { return nil }
            let first = calls(inErrorClosureOf: #/do(?=\()/#, at: act)
            let second = calls(inErrorClosureOf: #/(?:subscribe|drive|emit)(?=\()/#, at: place.subscribe)
            guard let call = first.first(where: second.contains) else { return nil }
            return finding(
                "an error is told to \(call)() twice: by the do above, and by this subscribe", at: place.subscribe,
                [
                    .init("the do is told of it", call: told.first, site: act),
                    .init("and then the subscription", call: told.second.id, site: place.subscribe),
                ], remedy: "tell it in one of them")
        }
    }

    /// The functions that a closure for errors calls.
    private func calls(inErrorClosureOf word: Regex<Substring>, at site: Trace.Site) -> [String] {
        let code = text.code(from: site, lines: 16)
        let body =
            SourceCode.body("onError:", ofFirst: word, in: code)
            ?? SourceCode.body("onFailure:", ofFirst: word, in: code)
        return body?.matches(of: #/(?:self[?!]?\.)?((?:[a-z]\w*[?!]?\.)*[a-z]\w*)\(/#).map { String($0.1) }
            .filter { !["print", "debugPrint", "log", "fatalError"].contains($0) } ?? []
    }

    /// The operator where the way of the call that the walk has come to meets that of an earlier one, if both began in one
    /// event of a subject or share, or with the subscribe.
    private func joint(since earlier: Int, in walk: TraceWalk) -> Int? {
        var joint: Int?
        var replays = false
        for frame in walk.callers {
            if frame.call.id > earlier {
                // A closure of the user's sends it once more.
                if frame.call.operation == .handler { return nil }
                if frame.role == .subject {
                    if frame.call.operation == .subscribe { replays = replays || frame.behaviors.contains(.replays) }
                } else if let sink = walk.sink(of: frame.call.node), frame.role == .observer {
                    // Each element that flatMap was handed may ask for the same.
                    guard walk.facts(of: frame.call.subscription)?.isSetup != false else { return nil }
                    joint = walk.observable(of: sink.id)?.id
                }
                continue
            }
            // Both ways lead through this call.
            if frame.call.operation == .on, frame.role == .subject || frame.behaviors.contains(.connects) {
                return joint
            }
            guard replays, frame.call.operation == .run, let node = frame.call.node else { return nil }
            return frame.role == .observable ? node : walk.observable(of: node)?.id
        }
        return nil
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] { shownTwice(in: walk) + delivered(in: walk) }

    private func delivered(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let joint = walk.node(id), joint.site != nil, !joint.behaviors.contains(.combines) else { return nil }
            return finding(
                "one event comes to the closure below \(walk.name(of: joint)) twice, as \(CallText.event(pair.second))",
                at: joint.site,
                [
                    .init("handed on", call: pair.first),
                    .init(
                        "and again, by another way", call: pair.second.id,
                        site: walk.site(of: pair.second.subscription)),
                ], count: pair.count)
        }
    }
}

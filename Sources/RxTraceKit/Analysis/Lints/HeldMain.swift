/// One event holds the main thread for so long that a person sees it.
struct HeldMain: LintRule {
    static let definition = LintDefinition(
        name: "held-main", severity: .warning,
        summary: "one event holds the main thread for 100 ms or more",
        explanation: """
            Fires where the closures that run for one event on the main thread take 100 ms or more together: meanwhile
            no touch is taken and no picture drawn. Waiting counts as working does. The line is that of the closure that
            took longest: its subscription, or its operator; or the observe(on:) right above that operator, which has
            brought the elements to the main thread; or the one line in the closure that waits; or the only call of the
            function that makes a create (both read in the source). The rule goes by the calls' times, and so by the
            machine's load: without times it finds nothing. No fault: many events that take long only together; work on
            another thread.
            """,
        example: """
            taps.map { try Data(contentsOf: file) }  // 250 ms, on the main thread
                .subscribe(onNext: show)
            """,
        remedy: "put observe(on: background) above it, and observe(on: main) below",
        signalRemedy: "put deliverOn(.scheduler()) above it, and deliverOn(.mainThreadScheduler) below")
    static let opening: Set<Trace.Operation> = [.handler]
    static let closing: Set<Trace.Operation> = [.handler]
    /// In nanoseconds.
    private static let limit: UInt64 = 100_000_000

    /// A closure that is running.
    private struct Running {
        var call: Int
        /// The outermost event that it runs for; itself where there is none.
        var event: Int
        var caller: Int?
        /// The time that closures within it took.
        var inner: UInt64 = 0
    }

    /// What one event took.
    private struct Hold {
        var time: UInt64 = 0
        var longest: Trace.Call?
        var longestTime: UInt64 = 0
    }

    /// Those on the main thread, the innermost last.
    private var running: [Running] = []
    /// The event whose closures are being added up: its calls follow one another on the one thread.
    private var current: (event: Int, hold: Hold)?
    private var found: [(event: Int, hold: Hold)] = []
    private let places: SourcePlaces

    init(_ options: LintOptions) { places = SourcePlaces(text: options.text) }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.isMain(call.thread), call.duration != nil else { return }
        let caller = running.isEmpty ? nil : walk.callingHandler?.call.id
        running.append(Running(call: call.id, event: walk.caller?.event ?? call.id, caller: caller))
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        guard let run = running.last, run.call == call.id, let duration = call.duration else { return }
        running.removeLast()
        if let outer = running.lastIndex(where: { $0.call == run.caller }) { running[outer].inner += duration }
        let time = duration - min(run.inner, duration)
        if current?.event != run.event {
            finish()
            current = (run.event, Hold())
        }
        current?.hold.time += time
        if time > current?.hold.longestTime ?? 0 {
            current?.hold.longestTime = time
            current?.hold.longest = call
        }
    }

    private mutating func finish() {
        if let current, current.hold.time >= Self.limit { found.append(current) }
        current = nil
    }

    /// A closure in words: that of an operator by the operator, that of a subscription by its label.
    private func closure(_ handler: Trace.Call, in walk: TraceWalk) -> String {
        let node = walk.node(handler.node)
        let owner = node?.role == .observable ? node : node.flatMap { walk.observable(of: $0.id) }
        return owner.map { "the closure of \(walk.word(for: $0))" } ?? handler.label ?? "a closure"
    }

    /// Where a change of scheduler stands right above the operator of a closure: it has brought the elements to main.
    private func hop(above handler: Trace.Call, in walk: TraceWalk) -> Trace.Site? {
        guard let operation = handler.node.flatMap({ walk.observable(of: $0) }),
            let chain = walk.facts(of: handler.subscription)?.chain, let own = chain.lastIndex(of: operation.id),
            own + 1 < chain.count, let above = walk.node(chain[own + 1]), above.behaviors.contains(.hops)
        else { return nil }
        return above.site
    }

    /// The only call of the function that makes a create or deferred, where subscribe(on:) is to be put.
    private func caller(ofCreateIn handler: Trace.Call, in walk: TraceWalk) -> Trace.Site? {
        guard walk.kinds(of: handler).contains(.creates), let site = walk.place(ofClosure: handler),
            let calls = SourceFunction(around: site, in: places.text)?.calls(in: [site.file]), calls.count == 1
        else { return nil }
        return calls.first
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        finish()
        return found.compactMap { event, hold in
            guard let longest = hold.longest else { return nil }
            let closure = closure(longest, in: walk)
            let (whole, part) = (DurationText.of(hold.time), DurationText.of(hold.longestTime))
            let share = whole == part ? "" : ", \(part) of it in \(closure)"
            return finding(
                share.isEmpty
                    ? "\(closure) holds the main thread for \(whole)"
                    : "one event holds the main thread for \(whole)\(share)",
                at: caller(ofCreateIn: longest, in: walk) ?? places.wait(in: longest, walk)
                    ?? hop(above: longest, in: walk) ?? walk.place(ofClosure: longest),
                [.init("it runs on the main thread", call: longest.id)]
                    + (event == longest.id ? [] : [.init("for this event", call: event)]))
        }
    }
}

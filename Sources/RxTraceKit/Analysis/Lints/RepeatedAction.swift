/// What a tap asked for once is done again as something else changes.
struct RepeatedAction: LintRule {
    static let definition = LintDefinition(
        name: "repeated-action", severity: .warning,
        summary: "what a tap asked for is done again at a change of state",
        explanation: """
            Fires where a source of combineLatest sends nothing but Void, as a tap does, and the operator gives a result
            without a tap: for a change of its other source, after the first tap. Fires too where withLatestFrom takes
            its last element of such a source: it acts at each change of the state then, and not at the tap. The result
            has to reach the closure of a subscribe or of a flatMap. The line is that of the operator. It is a note
            unless the source's name speaks of an action (tap, button, submit, save, order …): a Void may well say that
            something is ready. Fires too where the closure of a subscribe pushes or presents a screen (read in the
            source), and is handed two elements or more of a timer that flatMap began for one tap, and that goes on: the
            line is that of the flatMap. No fault: a source that has its Void from the start, as startWith(()) gives it;
            take(1) in the closure of flatMap.
            """,
        example: """
            Observable.combineLatest(buyTap, form)  // buys again at each change
                .subscribe(onNext: { order($1) })
            """,
        remedy: "use tap.withLatestFrom(state), which acts at the tap only")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn, .handler]

    /// Parts of the names that sources of actions have.
    private static let words = Set(
        """
        tap taps tapped button click clicks clicked press pressed submit send save buy order checkout pay confirm login \
        delete add post upload publish share like start go action
        """.split(separator: " ").map(String.init))

    /// What the sources of an operator have sent to it.
    private struct Sources {
        /// The subscription whose elements are all Void, and the last of these.
        var tap: (row: Int, call: Trace.Call)?
        /// Those that sent something else, or sent a Void from the start.
        var others: Set<Int> = []
        /// A result that no tap asked for.
        var result: Trace.Call?
        var first: Trace.Call?
        var count = 0
    }

    private var sources: [Int: Sources] = [:]
    private var hasTaps = false
    private var screens = ScreensPerTap()
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .on: sort.event == .next && (isJoint(sort.behaviors) || sort.isAtObserver)
        case .forwardOn: sort.event == .next && isJoint(sort.behaviors)
        default: sort.role == .sink && sort.runs([.makes])
        }
    }

    private static func isJoint(_ behaviors: Trace.Behaviors) -> Bool {
        behaviors.contains(.combines) && !behaviors.contains(.queues) || behaviors.contains(.pairs)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler {
            if hasTaps, walk.role == .sink, walk.kinds(of: call).contains(.makes) { noteReached(in: walk) }
        } else if call.eventKind != .next {
            return
        } else if Self.isJoint(walk.behaviors), let sink = walk.sink(of: call.node)?.id {
            if call.operation == .on { noteElement(call, sink, in: walk) } else { noteResult(call, sink, in: walk) }
        } else if call.operation == .on, walk.isAtObserver {
            if hasTaps { noteReached(in: walk) }
            screens.note(call, text, in: walk)
        }
    }

    private mutating func noteElement(_ call: Trace.Call, _ sink: Int, in walk: TraceWalk) {
        guard let row = call.subscription else { return }
        let isFromStart = walk.callers.contains { $0.call.id == walk.facts(of: row)?.call }
        if call.event?.value == "()", !isFromStart, sources[sink]?.others.contains(row) != true {
            sources[sink, default: Sources()].tap = (row, call)
            hasTaps = true
        } else {
            sources[sink, default: Sources()].others.insert(row)
            if sources[sink]?.tap?.row == row { sources[sink]?.tap = nil }
        }
    }

    private mutating func noteResult(_ call: Trace.Call, _ sink: Int, in walk: TraceWalk) {
        guard let tap = sources[sink]?.tap else { return }
        let way = walk.callers.first { $0.call.operation == .on && walk.sink(of: $0.call.node)?.id == sink }
        // The tap itself asks for it; or it comes while the others are still being subscribed to.
        guard let row = way?.call.subscription, row != tap.row else { return }
        sources[sink]?.result = call
    }

    private mutating func noteReached(in walk: TraceWalk) {
        for frame in walk.callers where frame.call.operation == .forwardOn {
            guard let sink = frame.call.node, sources[sink]?.result?.id == frame.call.id else { continue }
            if sources[sink]?.first == nil { sources[sink]?.first = frame.call }
            sources[sink]?.count += 1
            sources[sink]?.result = nil
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        asked(in: walk)
            + screens.repeated(in: walk).compactMap { part in
                guard let operation = walk.observable(of: part.sink), let source = part.source,
                    !Self.words.isDisjoint(with: source.variable.map(SourceCode.words) ?? [])
                else { return nil }
                return finding(
                    "\(Count.of(part.count, "screen")) for one element of \(walk.name(of: source)): "
                        + "what \(walk.name(of: operation)) began for it goes on", at: operation.site,
                    [
                        .init("begun for it", call: part.begun),
                        .init("the first screen", call: part.first.id, site: part.site),
                        .init("the last of them", call: part.last.id),
                    ], remedy: "put take(1) into the closure of \(walk.word(for: operation))")
            }
    }

    private func asked(in walk: TraceWalk) -> [Trace.Finding] {
        sources.sorted { $0.key < $1.key }.compactMap { id, sources in
            guard let tap = sources.tap, let first = sources.first, let sink = walk.node(id),
                let source = walk.node(walk.facts(of: tap.row)?.chain.last), !source.behaviors.contains(.replays),
                !source.behaviors.contains(.endless)
            else { return nil }
            let (name, asking) = (walk.name(of: sink), walk.name(of: source))
            let isJoint = sink.behaviors.contains(.combines)
            let names = [source.variable, source.name, source.role == .subject ? nil : walk.word(for: source)]
            let words = names.compactMap(\.self)
                .flatMap(SourceCode.words)
            return finding(
                isJoint
                    ? "\(name) gives \(Count.of(sources.count, "result")) that no element of \(asking) asked for"
                    : "\(name) takes the last Void of \(asking), and acts at each change of its own source",
                at: walk.observable(of: id)?.site,
                [
                    .init("the last Void", call: tap.call.id, site: tap.call.site),
                    .init("a result without one", call: first.id),
                ], severity: Self.words.isDisjoint(with: words) ? .note : nil)
        }
    }
}

/// An event starts a request that an equal one has started, and that is still running.
struct DoubledRequest: LintRule {
    static let definition = LintDefinition(
        name: "doubled-request", severity: .warning,
        summary: "a second tap starts a request that is still running",
        explanation: """
            Fires where flatMap subscribes to a request (a source that answers and ends) for an element, and the request
            of an equal element before it has not ended: a button that is tapped twice sends two orders. No fault: other
            elements, such as several files; a request that the answer of the one before asks for; one event that asks
            twice; a source that is shared; a request that has ended before; flatMapLatest, flatMapFirst and concatMap,
            which never run two at once. Two notes: the elements carry a value, and may be two that happen to be equal;
            a debounce or throttle above any of these hands on the text that it handed on before, and the request is
            made again. A note too: so is one for which distinctUntilChanged stands above a map that makes two texts
            equal, as one that trims them; the line is that of distinctUntilChanged. And so is one that is made again
            for the same part of a state, of which another part has changed, with no distinctUntilChanged below the map;
            or for the same element of a state whose name speaks of a choice (selection, tab, filter …).
            """,
        example: """
            buyTaps.flatMap { order(cart) }  // two taps, two orders
                .subscribe(onNext: showReceipt)
            """,
        remedy: "use flatMapFirst, which ignores taps until the request has ended",
        signalRemedy: "use a RACCommand, which runs one at a time")
    static let opening: Set<Trace.Operation> = [.subscribe, .on, .forwardOn, .handler]

    private struct Request {
        var row: Int
        /// The call that asked for it, and the event that it handed on.
        var asked: Int
        var event: Trace.Event?
        /// Where that was sent.
        var site: Trace.Site?
        /// The outermost call that this event came in.
        var cause: Int
    }

    private struct Question: Hashable {
        var sink: Int
        var value: String
    }

    /// The requests for equal elements of a sink that have not ended.
    private struct Running {
        private var requests = OrderedRows<Request>()
        /// How many of them came in the same outermost call.
        private var causes = Tally<Int>()

        mutating func add(_ request: Request) {
            requests.add(request, for: request.row)
            causes.add(request.cause)
        }

        mutating func remove(_ row: Int) {
            if let request = requests.remove(row) { causes.remove(request.cause) }
        }

        var isEmpty: Bool { causes.total == 0 }

        func first(besides cause: Int) -> Request? {
            causes[cause] == requests.count ? nil : requests.all.first { $0.cause != cause }
        }
    }

    /// The requests that began while one for an equal element ran.
    private struct Pair {
        var first: Request
        var second: Request
        /// Which pair that was, of all.
        var number: Int
        /// How many there are with the first.
        var count = 0
    }

    /// The sinks whose closure gives an observable for each element.
    private var selecting: Set<Int> = []
    private var running: [Question: Running] = [:]
    /// By row, what it asks.
    private var questions: [Int: Question] = [:]
    /// By sink and the row of the first one.
    private var found: [Int: [Int: Pair]] = [:]
    private var pairs = 0
    /// The element for which each sink's closure ran last.
    private var asked: [Int: Trace.Call] = [:]
    /// By sink, where a debounce stands below the distinctUntilChanged.
    private var compared: [Int: Trace.Site] = [:]
    private var askedAgain: [Int: (first: Trace.Call, second: Trace.Call, count: Int)] = [:]

    /// By subscription, how many elements its distinctUntilChanged let through; by sink, how many when it asked last.
    private var letThrough: [Int: Int] = [:]
    private var known: [Int: Int] = [:]
    private var mapped: [Int: (compares: Int, first: HandedEvent, second: HandedEvent, count: Int)] = [:]

    /// By sink, the element that its chain began with when it asked last.
    private var origins: [Int: String] = [:]
    /// The requests that were made again for a part of a state, where another part has changed; and the row of one.
    private var derived: [Int: (first: HandedEvent, second: HandedEvent, row: Int?, count: Int)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        switch sort.operation {
        case .forwardOn: sort.event == .next && sort.behaviors.contains(.compares)
        case .on: sort.role == .observer && sort.event != .next
        case .handler: sort.role == .sink && sort.runs([.makes])
        default: true
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .handler:
            if walk.role == .sink, let sink = call.node, walk.kinds(of: call).contains(.makes) {
                selecting.insert(sink)
                noteAsked(sink, in: walk)
            }
        case .on:
            guard call.eventKind != .next, walk.role == .observer, let row = call.subscription,
                let question = questions.removeValue(forKey: row)
            else { return }
            running[question]?.remove(row)
            if running[question]?.isEmpty == true { running[question] = nil }
        case .forwardOn:
            guard call.eventKind == .next, walk.behaviors.contains(.compares), let row = call.subscription else {
                return
            }
            letThrough[row, default: 0] += 1
        default: note(call, in: walk)
        }
    }

    /// Notes that a request is made again for the next element of a distinctUntilChanged, which a map has made equal.
    private mutating func noteMapped(_ sink: Int, _ before: Trace.Call, _ event: Trace.Call, in walk: TraceWalk) {
        guard let chain = walk.facts(of: event.subscription)?.chain, let own = walk.observable(of: sink)?.id,
            let start = chain.firstIndex(of: own),
            let compares = chain[start...].firstIndex(where: { walk.node($0)?.behaviors.contains(.compares) == true }),
            chain[start..<compares].contains(where: { id in
                walk.node(id).map { ["map", "compactMap"].contains(walk.word(for: $0)) } == true
            })
        else { return }
        let known = mapped[sink]
        mapped[sink] = (
            chain[compares], known?.first ?? HandedEvent(before), known?.second ?? HandedEvent(event),
            (known?.count ?? 0) + 1
        )
    }

    private func mappedAlike(in walk: TraceWalk) -> [Trace.Finding] {
        mapped.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let sink = walk.node(id), let compares = walk.node(pair.compares) else { return nil }
            return finding(
                "\(walk.name(of: sink)) asks again for \(CallText.event(pair.second.event)): "
                    + "\(walk.name(of: compares)) compares what is not mapped yet",
                at: compares.site,
                [.init("asked", call: pair.first.call), .init("asked again", call: pair.second.call)],
                severity: .note, remedy: "put distinctUntilChanged() below the map", count: pair.count)
        }
    }

    private mutating func noteAsked(_ sink: Int, in walk: TraceWalk) {
        guard let event = walk.caller?.call, event.operation == .on, event.eventKind == .next, event.node == sink else {
            return
        }
        let before = asked.updateValue(event, forKey: sink)
        let count = event.subscription.flatMap { letThrough[$0] } ?? 0
        let isNext = known.updateValue(count, forKey: sink) == count - 1
        var origin: Trace.Event?
        for frame in walk.callers where frame.call.operation == .on && frame.call.subscription == event.subscription {
            origin = frame.call.event
        }
        let isOther = origin?.value.map { origins.updateValue($0, forKey: sink) != $0 } ?? false
        guard let before, let value = event.event?.distinctValue, value == before.event?.value, !Self.isEmpty(value),
            let chain = walk.facts(of: event.subscription)?.chain, let own = walk.observable(of: sink)?.id
        else { return }
        let above = chain.drop { $0 != own }.compactMap { walk.node($0)?.behaviors }
        guard
            let waits = above.firstIndex(where: { $0.contains(.drops) && $0.contains(.buffers) && !$0.contains(.pairs) }
            ),
            !above[..<waits].contains(where: { $0.contains(.compares) })
        else {
            if isNext { noteMapped(sink, before, event, in: walk) }
            let isState = above.last?.contains(.replays) == true || above.contains { $0.contains(.accumulates) }
            if isState, isOther || isChoice(chain.last, in: walk), !["true", "false", "nil"].contains(value),
                !above.contains(where: { $0.contains(.compares) })
            {
                let first = derived[sink]?.first ?? HandedEvent(before)
                derived[sink] = (first, HandedEvent(event), derived[sink]?.row, (derived[sink]?.count ?? 0) + 1)
            }
            return
        }
        if above[waits...].contains(where: { $0.contains(.compares) }) {
            compared[sink] = chain.drop { $0 != own }.compactMap { walk.node($0) }[waits].site
        }
        askedAgain[sink] = (
            askedAgain[sink]?.first ?? before, askedAgain[sink]?.second ?? event, (askedAgain[sink]?.count ?? 0) + 1
        )
    }

    /// The sources and operators that give what is known already.
    private static let atOnce: Set<String> = ["just", "of", "from", "empty", "map", "startWith", "catchAndReturn"]

    /// Whether a subject is what somebody has chosen, by its name: that is chosen again without a wish to load it again.
    private func isChoice(_ subject: Int?, in walk: TraceWalk) -> Bool {
        walk.node(subject)?.variable.map { SourceCode.words(of: $0).contains(where: Self.choices.contains) } ?? false
    }

    private static let choices: Set<String> = [
        "selection", "selected", "tab", "segment", "category", "filter", "region", "language", "locale", "sort", "unit",
    ]

    /// The requests for a part of a state that has not changed.
    private func unchanged(in walk: TraceWalk) -> [Trace.Finding] {
        derived.sorted { $0.key < $1.key }.compactMap { id, pair in
            guard let sink = walk.node(id), let operation = walk.observable(of: id), let site = operation.site,
                let chain = walk.facts(of: pair.row)?.chain.compactMap({ walk.node($0) }), let leaf = chain.last,
                leaf.role == .observable,
                chain.contains(where: { !Self.atOnce.contains(walk.word(for: $0)) }),
                // One that makes no use of the element loads what else depends on the state.
                case let code = text.code(from: site, lines: 12),
                SourceCode.closure(behind: walk.word(for: operation), in: code)
                    .map({ SourceCode.closure($0).parameters.hasSuffix("_") }) != true
            else { return nil }
            return finding(
                "\(walk.name(of: sink)) asks again for \(CallText.event(pair.second.event)), which has not changed",
                at: site, [.init("asked", call: pair.first.call), .init("asked again", call: pair.second.call)],
                severity: .note, remedy: "put distinctUntilChanged() right above it", count: pair.count)
        }
    }

    private mutating func note(_ call: Trace.Call, in walk: TraceWalk) {
        guard !selecting.isEmpty, walk.begins(call), let row = call.subscription,
            walk.isOperators(row)
        else { return }
        for frame in walk.callers {
            guard frame.role == .sink, let sink = frame.call.node else { continue }
            if !derived.isEmpty { derived[sink]?.row = row }
            guard frame.call.operation == .on, frame.call.eventKind == .next, selecting.contains(sink),
                let value = frame.call.event?.distinctValue,
                frame.behaviors.isDisjoint(with: [.switches, .follows, .retries, .continues])
            else { return }
            let request = Request(
                row: row, asked: frame.call.id, event: frame.call.event, site: frame.call.site ?? walk.callingSite,
                cause: walk.outermost(around: call))
            let question = Question(sink: sink, value: value)
            if let first = running[question]?.first(besides: request.cause),
                // An answer may itself ask for the next one.
                !walk.callers.contains(where: { $0.call.operation == .on && $0.call.subscription == first.row })
            {
                pairs += 1
                found[sink, default: [:]][
                    first.row, default: Pair(first: first, second: request, number: pairs)
                ].count += 1
            }
            running[question, default: Running()].add(request)
            questions[row] = question
            return
        }
    }

    /// Whether a subscription was to a source of its own, which answers and ends.
    private func isRequest(_ row: Int, in walk: TraceWalk) -> Bool {
        guard let source = walk.node(walk.facts(of: row)?.chain.last) else { return false }
        return source.role != .subject && source.behaviors.isDisjoint(with: [.shares, .connects, .endless])
            && walk.subscription(row)?.endedByEvent == true
    }

    /// Whether an element tells no more than that something happened, as a tap does.
    private static func isEmpty(_ value: String) -> Bool { value == "()" }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        doubled(in: walk) + mappedAlike(in: walk) + unchanged(in: walk)
            + askedAgain.sorted { $0.key < $1.key }.compactMap { id, pair in
                guard found[id] == nil, let sink = walk.node(id) else { return nil }
                return finding(
                    "\(walk.name(of: sink)) asks again for \(CallText.event(pair.second)), which it asked for last",
                    at: compared[id] ?? walk.observable(of: id)?.site,
                    [.init("asked", call: pair.first.id), .init("asked again", call: pair.second.id)],
                    severity: .note, remedy: "put distinctUntilChanged() below the debounce", count: pair.count)
            }
    }

    private func doubled(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.compactMap { id, pairs in
            let pairs = pairs.values.filter { isRequest($0.first.row, in: walk) }
            guard let sink = walk.node(id), let pair = pairs.min(by: { $0.number < $1.number }) else { return nil }
            let (first, second) = (pair.first, pair.second)
            return finding(
                "\(walk.name(of: sink)) starts a request while that of an equal \(CallText.event(second.event)) runs",
                at: walk.observable(of: id)?.site,
                [
                    .init("started by \(CallText.event(first.event))", call: first.asked, site: first.site),
                    .init("and again, before that has ended", call: second.asked, site: second.site),
                ], severity: second.event?.value.map(Self.isEmpty) == true ? nil : .note,
                count: pairs.reduce(0) { $0 + $1.count })
        }
    }
}

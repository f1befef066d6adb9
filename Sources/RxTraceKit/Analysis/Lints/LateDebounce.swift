/// A debounce below the requests drops their answers, and each request was made for nothing.
struct LateDebounce: LintRule {
    static let definition = LintDefinition(
        name: "late-debounce", severity: .warning,
        summary: "debounce is missing above flatMap, or stands below it",
        explanation: """
            Fires where debounce dropped two answers or more, each the only one of an inner source that flatMap or its
            kin had begun in the same chain: the requests were made, and nobody sees what they answered. The line is
            that of the debounce. A note: no debounce is there, and flatMap asked for three texts or more, each one
            letter longer than the one before, as somebody typed it, or for four numbers or more that go one way, of a
            subject whose name speaks of a slider (slider, zoom, radius …), while the answers took a while; the line is
            that of the flatMap. A note: it dropped two elements or more of a subject, and the closure of the subscribe
            adds each to a collection (read in the source), as a log of events does. A note too: debounce or throttle
            dropped two elements or more of a subject that replays nothing, none of which begins with the one before, as
            text does that is being typed, and a closure below sends each, by a function whose name says so (send, post,
            submit, add, track …, read in the source). No fault: a debounce above the flatMap; inner sources that hand
            on several elements, of which the last is to be shown; a closure that saves the newest, as of a draft.
            """,
        example: """
            text.flatMapLatest(search)  // asks at each letter
                .debounce(.milliseconds(300), scheduler: main)
                .subscribe(onNext: show)
            """,
        remedy: "put debounce above flatMap, so that fewer are asked",
        signalRemedy: "put throttle above flattenMap, so that fewer are asked")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn, .schedule, .handler, .subscribe]

    private struct Waiting {
        var handed: Trace.Call
        var part: Int
    }

    private struct Dropped {
        var first: Trace.Call
        var parts: [Int] = []
    }

    /// What was dropped of no inner source.
    private struct Lost {
        var first: Trace.Call
        var count = 0
        /// How many of them are no beginning of the next one.
        var apart = 0
    }

    /// The answer that each debounce keeps.
    private var waiting: [Int: Waiting] = [:]
    /// The operators that ask a scheduler for a time when they are handed an element.
    private var timed: Set<Int> = []
    private var dropped: [Int: Dropped] = [:]
    /// The last element of no inner source that each debounce keeps; the first that it dropped for another, and how many.
    private var own: [Int: Trace.Call] = [:]
    private var lost: [Int: Lost] = [:]
    private let text: SourceText
    private static let lostRemedy = "leave debounce out where each element counts, or use buffer"
    /// How many elements each inner source handed on to a debounce.
    private var counts: [Int: Int] = [:]
    private var typed = TypedRequests()

    static func wants(_ sort: CallSort) -> Bool {
        let does = sort.behaviors
        return sort.operation == .schedule || sort.operation == .subscribe
            || sort.operation == .handler && sort.role == .sink && sort.runs([.makes])
            || sort.operation == .on && sort.role == .observer && sort.event != .next
            || sort.event == .next && sort.role == .sink && does.contains(.drops) && does.contains(.buffers)
                && !does.contains(.pairs)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .schedule {
            if let sink = walk.caller?.call.node, waiting[sink] != nil || own[sink] != nil { timed.insert(sink) }
            return
        }
        if call.operation == .subscribe || call.operation == .handler || call.eventKind != .next {
            return noteRequest(call, in: walk)
        }
        let does = walk.behaviors
        guard let sink = call.node, call.eventKind == .next, walk.role == .sink,
            does.contains(.drops), does.contains(.buffers), !does.contains(.pairs)
        else { return }
        if call.operation == .forwardOn {
            waiting[sink] = nil
            own[sink] = nil
            return
        }
        if let before = waiting.removeValue(forKey: sink) {
            dropped[sink, default: Dropped(first: before.handed)].parts.append(before.part)
        }
        if let before = own.removeValue(forKey: sink), before.event?.value != call.event?.value {
            lost[sink, default: Lost(first: before)].count += 1
            if areApart(before, call) { lost[sink]?.apart += 1 }
        }
        let inner = walk.callers.first { $0.call.operation == .on && $0.call.subscription != call.subscription }
        guard does.contains(.selects), let part = inner?.call.subscription,
            walk.subscription(part)?.parent == call.subscription
        else {
            own[sink] = call
            return
        }
        counts[part, default: 0] += 1
        waiting[sink] = Waiting(handed: call, part: part)
    }

    /// Takes note of the requests that flatMap and its kin make.
    private mutating func noteRequest(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler {
            if let sink = call.node, walk.kinds(of: call).contains(.makes), let event = walk.caller?.call,
                event.operation == .on, event.eventKind == .next, event.node == sink
            {
                typed.note(event, for: sink)
            }
        } else if let row = call.subscription {
            if call.operation == .on {
                if walk.role == .observer, !typed.isEmpty { typed.end(row, in: walk) }
            } else if walk.begins(call), walk.isOperators(row),
                let frame = walk.callers.first(where: { $0.role == .sink && $0.call.node != nil }),
                frame.call.operation == .on, frame.call.eventKind == .next, let sink = frame.call.node
            {
                noteMapped(frame.call, sink, in: walk)
                typed.begin(row, of: sink, for: frame.call.id)
            }
        }
    }

    /// Takes note of what a map made an observable of that switchLatest or merge subscribes to.
    private mutating func noteMapped(_ event: Trace.Call, _ sink: Int, in walk: TraceWalk) {
        guard walk.traits(of: sink).behaviors.contains(.switches), !typed.knows(event, of: sink) else { return }
        let above = walk.callers.first { frame in
            frame.role == .sink && frame.call.operation == .on && frame.call.node != sink
                && frame.call.subscription == event.subscription
        }
        if let above { typed.note(above.call, for: sink) }
    }

    /// Whether somebody drags what a subject sends, by its name.
    private func isDragged(_ subject: Trace.Node?) -> Bool {
        guard let subject, subject.role == .subject, let name = subject.variable else { return false }
        return SourceCode.words(of: name).contains(where: Self.dragged.contains)
    }

    private static let dragged: Set<String> = [
        "slider", "slide", "drag", "dragged", "zoom", "scale", "scroll", "offset", "pan", "pinch", "radius", "volume",
        "brightness", "seek", "scrub", "scrubber", "knob", "dial", "distance", "opacity",
    ]

    /// The requests for each letter of a text.
    private func perLetter(in walk: TraceWalk) -> [Trace.Finding] {
        typed.found.sorted { $0.key < $1.key }.compactMap { sink, all in
            guard let row = typed.slow[sink], let operation = walk.observable(of: sink),
                let leaf = walk.node(walk.facts(of: row)?.chain.last), leaf.role == .observable,
                all.isUp == nil || isDragged(walk.node(walk.facts(of: all.first.subscription)?.chain.last))
            else { return nil }
            let what = all.isUp == nil ? "one text is typed, letter by letter" : "one value is dragged"
            return finding(
                "\(walk.name(of: operation)) asks \(Count.of(all.count, "time")) while \(what)",
                at: operation.site,
                [
                    .init("the first: \(CallText.event(all.first))", call: all.first.id),
                    .init("the last: \(CallText.event(all.last))", call: all.last.id),
                ], severity: .note)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let collected = collected(in: walk)
        return late(in: walk) + perLetter(in: walk) + collected
            + unsent(in: walk).filter { finding in !collected.contains { $0.site == finding.site } }
    }

    /// Whether an element is another one, rather than a further state of the one before, as a text that is being typed.
    private func areApart(_ before: Trace.Call, _ call: Trace.Call) -> Bool {
        guard let old = before.event?.value, let new = call.event?.value, old != "()" else { return false }
        return !new.hasPrefix(old) && !old.hasPrefix(new)
    }

    /// What is dropped although each element is to be sent.
    private func unsent(in walk: TraceWalk) -> [Trace.Finding] {
        lost.sorted { $0.key < $1.key }.compactMap { sink, lost in
            guard lost.count >= 2, lost.apart == lost.count, timed.contains(sink),
                let operation = walk.observable(of: sink), let site = operation.site,
                let chain = walk.facts(of: lost.first.subscription)?.chain, let source = walk.node(chain.last),
                source.role == .subject, !source.behaviors.contains(.replays),
                let position = chain.firstIndex(of: operation.id),
                let call = sending(below: chain[..<position], lost.first.subscription, in: walk)
            else { return nil }
            return finding(
                "\(walk.name(of: operation)) drops \(Count.of(lost.count, "element")) that \(call)() below was to be handed",
                at: site, [.init("the first: \(CallText.event(lost.first))", call: lost.first.id)], severity: .note,
                remedy: Self.lostRemedy)
        }
    }

    /// The first function that a closure below calls to send each element.
    private func sending(below chain: ArraySlice<Int>, _ row: Int?, in walk: TraceWalk) -> String? {
        let calls = ChangingCalls(text: text)
        for node in chain.reversed().compactMap({ walk.node($0) }) {
            guard let site = node.site, case let word = walk.word(for: node),
                word.hasPrefix("flatMap") || word.hasPrefix("concatMap") || word == "do"
            else { continue }
            if let call = calls.calls(inClosureOf: word, at: site).first(where: ChangingCalls.adds) { return call }
        }
        guard let site = walk.site(of: row) else { return nil }
        return calls.calls(inClosureOf: "subscribe", at: site).first(where: ChangingCalls.adds)
    }

    /// What is dropped although each element is to be added to a collection.
    private func collected(in walk: TraceWalk) -> [Trace.Finding] {
        lost.sorted { $0.key < $1.key }.compactMap { sink, lost in
            guard lost.count >= 2, timed.contains(sink) || own[sink] == nil, let operation = walk.observable(of: sink),
                let site = operation.site,
                walk.node(walk.facts(of: lost.first.subscription)?.chain.last)?.role == .subject,
                SourceCode.body("onNext:", in: text.code(from: site, lines: 8))?
                    .contains(#/^(?:self[?!]?\.)?\w+\.(?:append|insert)\(/#) == true
            else { return nil }
            return finding(
                "\(walk.name(of: operation)) drops \(Count.of(lost.count, "element")) that the closure below was to add",
                at: site, [.init("the first: \(CallText.event(lost.first))", call: lost.first.id)], severity: .note,
                remedy: Self.lostRemedy)
        }
    }

    private func late(in walk: TraceWalk) -> [Trace.Finding] {
        dropped.sorted { $0.key < $1.key }.compactMap { sink, dropped in
            guard timed.contains(sink), dropped.parts.count >= 2, dropped.parts.allSatisfy({ counts[$0] == 1 }),
                dropped.parts.allSatisfy({ walk.subscription($0)?.ended != nil }),
                let operation = walk.observable(of: sink)
            else { return nil }
            return finding(
                "\(walk.name(of: operation)) drops \(Count.of(dropped.parts.count, "answer")) that were asked for above it",
                at: operation.site,
                [
                    .init("the first that it drops: \(CallText.event(dropped.first))", call: dropped.first.id),
                    .init(
                        "asked for", call: dropped.parts.first.flatMap { walk.facts(of: $0)?.call },
                        site: dropped.parts.first.flatMap { walk.node(walk.subscription($0)?.node)?.site }),
                ])
        }
    }
}

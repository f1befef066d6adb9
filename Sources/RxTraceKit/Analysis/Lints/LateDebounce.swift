/// A debounce below the requests drops their answers, and each request was made for nothing.
struct LateDebounce: LintRule {
    static let definition = LintDefinition(
        name: "late-debounce", severity: .warning,
        summary: "debounce stands below flatMap, and drops its answers",
        explanation: """
            Fires where debounce dropped two answers or more, each the only one of an inner source that flatMap or its
            kin had begun in the same chain: the requests were made, and nobody sees what they answered. The line is
            that of the debounce. A note: it dropped two elements or more of a subject, and the closure of the subscribe
            adds each to a collection (read in the source), as a log of events does. No fault: a debounce above the
            flatMap; inner sources that hand on several elements, of which the last is to be shown.
            """,
        example: """
            text.flatMapLatest(search)  // asks at each letter
                .debounce(.milliseconds(300), scheduler: main)
                .subscribe(onNext: show)
            """,
        remedy: "put debounce above flatMap, so that fewer are asked")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn, .schedule]

    private struct Waiting {
        var handed: Trace.Call
        var part: Int
    }

    private struct Dropped {
        var first: Trace.Call
        var parts: [Int] = []
    }

    /// The answer that each debounce keeps.
    private var waiting: [Int: Waiting] = [:]
    /// The operators that ask a scheduler for a time when they are handed an element.
    private var timed: Set<Int> = []
    private var dropped: [Int: Dropped] = [:]
    /// The last element of no inner source that each debounce keeps; the first that it dropped for another, and how many.
    private var own: [Int: Trace.Call] = [:]
    private var lost: [Int: (first: Trace.Call, count: Int)] = [:]
    private let text: SourceText
    private static let lostRemedy = "leave debounce out where each element counts, or use buffer"
    /// How many elements each inner source handed on to a debounce.
    private var counts: [Int: Int] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        let does = sort.behaviors
        return sort.operation == .schedule
            || sort.event == .next && sort.role == .sink && does.contains(.drops) && does.contains(.buffers)
                && does.contains(.selects) && !does.contains(.pairs)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .schedule {
            if let sink = walk.caller?.call.node, waiting[sink] != nil { timed.insert(sink) }
            return
        }
        let does = walk.behaviors
        guard let sink = call.node, call.eventKind == .next, walk.role == .sink,
            does.contains(.drops), does.contains(.buffers), does.contains(.selects), !does.contains(.pairs)
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
            lost[sink] = (lost[sink]?.first ?? before, (lost[sink]?.count ?? 0) + 1)
        }
        let inner = walk.callers.first { $0.call.operation == .on && $0.call.subscription != call.subscription }
        guard let part = inner?.call.subscription, walk.subscription(part)?.parent == call.subscription else {
            own[sink] = call
            return
        }
        counts[part, default: 0] += 1
        waiting[sink] = Waiting(handed: call, part: part)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        late(in: walk) + collected(in: walk)
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

/// A debounce below the requests drops their answers, and each request was made for nothing.
struct LateDebounce: LintRule {
    static let definition = LintDefinition(
        name: "late-debounce", severity: .warning,
        summary: "debounce stands below flatMap, and drops its answers",
        explanation: """
            Fires where debounce dropped two answers or more, each the only one of an inner source that flatMap or its
            kin had begun in the same chain: the requests were made, and nobody sees what they answered. The line is
            that of the debounce. No fault: a debounce above the flatMap; inner sources that hand on several elements,
            of which the last is to be shown.
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
    /// How many elements each inner source handed on to a debounce.
    private var counts: [Int: Int] = [:]

    static func wants(_ sort: CallSort) -> Bool {
        let does = sort.behaviors
        return sort.operation == .schedule
            || sort.event == .next && sort.role == .sink && does.contains(.drops) && does.contains(.buffers)
                && does.contains(.selects) && !does.contains(.pairs)
    }

    init(_ options: LintOptions) {}

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
            return
        }
        if let before = waiting.removeValue(forKey: sink) {
            dropped[sink, default: Dropped(first: before.handed)].parts.append(before.part)
        }
        let inner = walk.callers.first { $0.call.operation == .on && $0.call.subscription != call.subscription }
        guard let part = inner?.call.subscription, walk.subscription(part)?.parent == call.subscription else { return }
        counts[part, default: 0] += 1
        waiting[sink] = Waiting(handed: call, part: part)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
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

/// skip leaves out the first element of a subject that has none to begin with, and nothing comes through.
struct SkippedFirst: LintRule {
    static let definition = LintDefinition(
        name: "skipped-first", severity: .note,
        summary: "skip drops the first element, and nothing comes through",
        explanation: """
            Fires where skip(_:) stands over a subject or relay that replays nothing, it dropped all elements that were
            sent, and the subscription was handed none: it may be meant for the value that a BehaviorRelay begins with,
            which this source has not. The line is that of the skip. It is a note, for the first element may be what is
            to be left out. No fault: a source that begins with a value; a skip that has let others through.
            """,
        example: """
            let selection = PublishSubject<String>()
            selection.skip(1).subscribe(onNext: load)  // the first choice is lost
            """,
        remedy: "leave skip out, or give the source a first value: BehaviorRelay",
        signalRemedy: "leave skip out, or give the source a first value: RACBehaviorSubject")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn]

    private struct Skip {
        var first: Trace.Call
        var count = 0
        var hasPassed = false
    }

    private var skips: [Int: Skip] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        let does = sort.behaviors
        return sort.event == .next && sort.role == .sink && does.contains(.drops) && !does.contains(.selects)
            && !does.contains(.buffers)
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next, let sink = call.node, walk.role == .sink else { return }
        if call.operation == .forwardOn {
            skips[sink]?.hasPassed = true
        } else {
            skips[sink, default: Skip(first: call)].count += 1
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        skips.sorted { $0.key < $1.key }.compactMap { sink, skip in
            guard !skip.hasPassed, let operation = walk.observable(of: sink), let site = operation.site,
                let chain = walk.facts(of: skip.first.subscription)?.chain, chain.dropLast().last == operation.id,
                let source = walk.node(chain.last), source.role == .subject, !source.isEarly,
                source.behaviors.isDisjoint(with: [.replays, .inside, .waits]),
                text.code(from: site, lines: 1).contains(#/\.skip\(\s*\w+\s*\)/#)
            else { return nil }
            let name = walk.name(of: source)
            return finding(
                "skip drops \(CallText.event(skip.first)), the first that \(name) sends, and nothing comes through",
                at: site,
                [
                    .init("dropped", call: skip.first.id, site: walk.site(of: skip.first.subscription)),
                    .init("\(name) was made, with no value to begin with", site: source.site),
                ])
        }
    }
}

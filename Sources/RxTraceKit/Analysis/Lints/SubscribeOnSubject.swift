/// A `subscribe(on:)` stands right above a subject, where it does nothing.
struct SubscribeOnSubject: LintRule {
    static let definition = LintDefinition(
        name: "subscribe-on-subject", severity: .warning,
        summary: "a subscribe(on:) right above a subject changes nothing",
        explanation: """
            Fires where subscribe(on:) has a subject or a relay as its source. Subscribing to it does no work, and its
            events come on the thread that sends them, whatever thread subscribed. Elements that are sent before the
            scheduler has subscribed are lost. A subject that replays sends its kept elements on the scheduler: the rule
            fires only if others come later. Fires too where its source is just(parse()), which had called the function
            when it was made (read in the source), on the thread of whoever made it: the line is that of just.
            """,
        example: """
            subject.subscribe(on: background)  // events come on the sender's thread
                .subscribe(onNext: parse)
            """,
        remedy: "use observe(on:), which brings the events to a scheduler",
        signalRemedy: "use deliverOn, which brings the events to a scheduler")
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    private struct Start {
        var hop: Trace.Node
        var row: Int?
    }

    private var found: [Int: Trace.Finding] = [:]
    /// The subscribe(on:) above a subject that gives the first element on the scheduler, by the subject.
    private var starts: [Int: [Start]] = [:]

    private let text: SourceText

    private static let eagerRemedy = "use deferred { .just(…) }, which calls it on that scheduler"

    static func wants(_ sort: CallSort) -> Bool {
        sort.role == .subject && (sort.operation != .on || sort.event == .next)
            || sort.operation == .subscribe && sort.role == .observable && sort.behaviors.isEmpty
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if walk.role == .observable { return noteEager(call, in: walk) }
        guard walk.role == .subject, let subject = walk.node(call.node) else { return }
        if call.operation == .subscribe {
            guard let caller = walk.caller, caller.call.operation == .invoke,
                let asking = walk.node(caller.work?.askedBy), asking.behaviors.contains(.starts),
                let hop = walk.observable(of: asking.id)
            else { return }
            let start = Start(hop: hop, row: caller.work?.subscription)
            if subject.behaviors.contains(.replays) {
                starts[subject.id, default: []].append(start)
            } else {
                add(
                    start, "subscribe(on:) does nothing here: \(walk.name(of: subject)) sends on its callers' threads",
                    subject, walk)
            }
        } else if call.operation == .on, call.eventKind == .next {
            for start in starts.removeValue(forKey: subject.id) ?? [] {
                add(
                    start,
                    "subscribe(on:) moves only the first value of \(walk.name(of: subject)): later ones come on its callers' threads",
                    subject, walk)
            }
        }
    }

    /// Notes an observable of one value that was computed before the scheduler subscribes to it.
    private mutating func noteEager(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .subscribe, walk.behaviors.isEmpty, let caller = walk.caller,
            caller.call.operation == .invoke, let asking = walk.node(caller.work?.askedBy),
            asking.behaviors.contains(.starts), let hop = walk.observable(of: asking.id), found[hop.id] == nil,
            let node = walk.node(call.node), let site = node.site, walk.word(for: node) == "just",
            let function = text.code(from: site, lines: 1).firstMatch(
                of: #/just\(\s*(?:try\??\s+)?((?:\w+\.)*[a-z]\w*)\(/#)?.1
        else { return }
        found[hop.id] = finding(
            "\(walk.name(of: node)) has called \(function)() when it was made: subscribe(on:) comes too late", at: site,
            [.init("subscribed", call: call.id), .init("the subscribe(on:)", site: hop.site)],
            remedy: Self.eagerRemedy)
    }

    private mutating func add(_ start: Start, _ message: String, _ subject: Trace.Node, _ walk: TraceWalk) {
        guard found[start.hop.id] == nil else { return }
        found[start.hop.id] = finding(
            message, at: start.hop.site,
            [
                .init("subscribed", call: walk.facts(of: start.row)?.call, site: walk.site(of: start.row)),
                .init("\(walk.name(of: subject)) was made", site: subject.site),
            ])
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.map(\.value)
    }
}

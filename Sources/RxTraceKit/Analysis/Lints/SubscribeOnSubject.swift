/// A `subscribe(on:)` stands right above a subject, where it does nothing.
struct SubscribeOnSubject: LintRule {
    static let definition = LintDefinition(
        name: "subscribe-on-subject", severity: .warning,
        summary: "a subscribe(on:) right above a subject changes nothing",
        explanation: """
            Fires where subscribe(on:) has a subject or relay that replays nothing as its source: subscribing to it does
            no work, and its events come on the thread that sends them, whatever thread subscribed. Elements that are sent
            before the scheduler has subscribed are lost.
            """,
        example: """
            subject.subscribe(on: background)  // events come on the sender's thread
                .subscribe(onNext: parse)
            """,
        remedy: "observe(on:), which brings the events to a scheduler")

    private var found: [Int: Trace.Finding] = [:]

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .subscribe, let subject = walk.node(call.node), subject.role == .subject,
            !subject.behaviors.contains(.replays), let caller = walk.caller, caller.call.operation == .invoke,
            let asking = walk.node(caller.work?.askedBy), asking.behaviors.contains(.starts),
            let hop = walk.observable(of: asking.id), found[hop.id] == nil
        else { return }
        let row = caller.work?.subscription
        let name = walk.name(of: subject)
        found[hop.id] = finding(
            "subscribe(on:) does nothing here: \(name) sends on the thread of whoever calls it", at: hop.site,
            [
                .init("subscribed", call: walk.facts(of: row)?.call, site: walk.site(of: row)),
                .init("\(name) was made", site: subject.site),
            ])
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// A `subscribe(on:)` stands right above a subject, where it does nothing.
struct SubscribeOnSubject: LintRule {
    static let definition = LintDefinition(
        name: "subscribe-on-subject", severity: .warning,
        summary: "a subscribe(on:) right above a subject changes nothing",
        explanation: """
            Fires where subscribe(on:) has a subject that replays nothing as its source: subscribing to a subject does no
            work, and its events come on the thread that sends them, whatever thread subscribed. Elements that are sent
            before the scheduler has subscribed are lost.
            """,
        example: """
            subject.subscribe(on: background)  // and the events come on the sender's thread
                .subscribe(onNext: parse)
            """,
        remedy: "observe(on:), which brings the events to a scheduler")

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {}

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Int> = []
        return walk.source.subscriptions.flatMap { row -> [Trace.Finding] in
            guard let chain = walk.facts(of: row.id)?.chain else { return [] }
            return zip(chain, chain.dropFirst()).compactMap { below, above in
                guard let hop = walk.node(below), hop.behaviors.contains(.starts), let subject = walk.node(above),
                    subject.role == .subject, !subject.behaviors.contains(.replays), told.insert(below).inserted
                else { return nil }
                let name = walk.name(of: subject)
                return finding(
                    "subscribe(on:) does nothing here: \(name) sends on the thread of whoever calls it", at: hop.site,
                    [
                        .init("subscribed", call: walk.facts(of: row.id)?.call, site: walk.site(of: row.id)),
                        .init("\(name) was made", site: subject.site),
                    ])
            }
        }
    }
}

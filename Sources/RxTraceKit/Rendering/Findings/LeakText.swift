/// The words a report of leaks uses.
extension Trace.LeakGroup {
    /// The group as a finding, its facts as evidence.
    public var finding: Trace.Finding {
        let observable =
            observableName.map { "\(written) \(MarkText.quoted($0))" }
            ?? CallText.named(written, nil, variable: variable)
        let named = name.map { " \(MarkText.quoted($0))" } ?? ""
        let what =
            "\(Count.of(count, "subscription"))\(named) to \(observable) still alive: "
            + explanation
        var evidence = self.evidence
        if let age {
            let oldest = count > 1 ? "the oldest is" : "it is"
            evidence.append(.init("\(oldest) \(DurationText.of(age)) old"))
        }
        if let lastEvent {
            let when = lastEvent.age.map { ", \(DurationText.of($0)) before the end" } ?? ""
            evidence.append(.init("last event \(lastEvent.text)\(when)", call: lastEvent.call))
        } else {
            evidence.append(.init("no event ever reached \(count > 1 ? "them" : "it")"))
        }
        return Trace.Finding(
            rule: "leak", severity: severity, message: what, site: site, evidence: evidence, remedy: remedy
        ).tellingOnce(observableName == nil ? variable.map { [observable: $0] } ?? [:] : [:])
    }

    /// `3 leaked subscriptions at 2 places`, or that there are none; those that are a note are living, not leaked.
    public static func summary(of leaks: [Trace.LeakGroup], subscriptions: Int) -> String {
        guard !leaks.isEmpty else { return "no leaks: \(Count.of(subscriptions, "subscription")), none of them leaked" }
        let (certain, living) = (leaks.filter { $0.severity != .note }, leaks.filter { $0.severity == .note })
        func tally(_ groups: [Trace.LeakGroup], _ what: String) -> String {
            "\(Count.of(groups.reduce(0) { $0 + $1.count }, what)) at \(Count.of(groups.count, "place"))"
        }
        let rest = tally(living, "living subscription")
        if certain.isEmpty { return "no certain leak: \(rest)" }
        return tally(certain, "leaked subscription") + (living.isEmpty ? "" : "; \(rest)")
    }
}

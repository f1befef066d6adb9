import RxTraceKit

/// A part of an outcome that is told as a list: the events of a subscription, or the lines that were printed.
struct OutcomeSection {
    /// What stands before the list; nil for nothing.
    var label: String?
    /// What tells it from the other sections of its outcome.
    var key: String
    /// What one of its parts is called.
    var unit: String
    /// Escaped, each as it is told.
    var parts: [String]

    /// The sections of an outcome that are worth a row: the issues of a test, then the events, or the output where only that
    /// differs.
    static func worth(of outcome: OrderOutcome, among all: [OrderOutcome], isWhole: Bool = false) -> [OutcomeSection] {
        let issues = outcome.issues.map { "issue \(TerminalText.escaped($0))" }
        let first = issues.isEmpty ? [] : [OutcomeSection(key: "issues", unit: "issue", parts: issues)]
        return first + seen(of: outcome, among: all, isWhole: isWhole)
    }

    /// Whether there is an outcome whose events are told, and not what it prints.
    static func leavesOutPrints(of all: [OrderOutcome]) -> Bool {
        all.contains { outcome in
            let sections = seen(of: outcome, among: all, isWhole: false)
            return !outcome.output.isEmpty && outcome.findings.isEmpty && !sections.contains { $0.key == printedKey }
        }
    }

    private static let printedKey = "output"

    private static func seen(
        of outcome: OrderOutcome, among all: [OrderOutcome], isWhole: Bool
    ) -> [OutcomeSection] {
        if all.contains(where: { !$0.findings.isEmpty }) {
            let findings = outcome.findings.isEmpty ? ["no finding"] : outcome.findings.map(TerminalText.escaped)
            return [OutcomeSection(key: "findings", unit: "finding", parts: findings)]
        }
        let differ = (events: Set(all.map(\.subscriptions)).count > 1, output: Set(all.map(\.output)).count > 1)
        let hasEvents = all.contains { !$0.subscriptions.isEmpty }
        guard hasEvents, differ.events || !differ.output else {
            let isSilent = outcome.output.isEmpty && all.contains { !$0.output.isEmpty }
            return isSilent
                ? [OutcomeSection(key: "nothing", unit: "line", parts: ["prints nothing"])] : printed(outcome.output)
        }
        // What is printed matters where two outcomes have the same events, or there are none.
        let adds = Dictionary(grouping: all, by: \.subscriptions).values.contains { Set($0.map(\.output)).count > 1 }
        let tells = adds || isWhole || outcome.subscriptions.isEmpty
        return events(of: outcome) + (tells ? printed(outcome.output) : [])
    }

    private static func events(of outcome: OrderOutcome) -> [OutcomeSection] {
        guard !outcome.subscriptions.isEmpty else {
            return [OutcomeSection(key: "none", unit: "event", parts: ["no events"])]
        }
        let ofPlace = Dictionary(grouping: outcome.subscriptions.indices) { outcome.subscriptions[$0].place }
        return outcome.subscriptions.enumerated().map { index, subscription in
            let same = ofPlace[subscription.place] ?? []
            let turn = same.count > 1 ? " (\(same.count { $0 <= index }) of \(same.count))" : ""
            return OutcomeSection(
                label: outcome.subscriptions.count > 1 ? TerminalText.escaped("\(subscription.place)\(turn): ") : nil,
                key: subscription.place, unit: "event", parts: subscription.events.map(TerminalText.escaped))
        }
    }

    private static func printed(_ output: String) -> [OutcomeSection] {
        guard !output.isEmpty else { return [] }
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return [
            OutcomeSection(
                label: "prints ", key: printedKey, unit: "line",
                parts: lines.map { TerminalText.escaped("\"\($0)\"") })
        ]
    }
}

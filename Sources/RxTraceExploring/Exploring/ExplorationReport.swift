import RxTraceKit

/// Tells the outcomes of a program in words.
package struct ExplorationReport {
    private let exploration: Exploration
    private let again: (String) -> String
    private let recordings: [String]

    /// - Parameters:
    ///   - recordings: the files of the outcomes' recordings; empty where none are kept.
    ///   - again: the words that run the order of a token once more.
    package init(_ exploration: Exploration, recordings: [String] = [], again: @escaping (String) -> String) {
        self.exploration = exploration
        self.recordings = recordings
        self.again = again
    }

    private static let widest = 60

    package var text: String {
        let all = exploration.outcomes
        var lines = [title]
        let shown = all.map { visible($0.outcome, among: all.map(\.outcome)) }
        let width = min(Self.widest, shown.map { TerminalText.columns(of: $0) }.max() ?? 0)
        for (finding, seen) in zip(all, shown) {
            let count = String(repeating: " ", count: max(0, 5 - "\(finding.count)".count)) + "\(finding.count)"
            let fill = String(repeating: " ", count: max(0, width - TerminalText.columns(of: seen)))
            lines.append("\(count)  \(seen)\(fill)\(width > 0 ? "  " : "")\(finding.outcome.end.text)")
        }
        for (index, finding) in all.enumerated() {
            guard let decision = finding.decision else { continue }
            lines.append("\(index + 1) differs from \(decision.other + 1) by one turn:")
            lines.append("  first \(decision.first), then \(decision.second), not the other way round")
            lines += firstDifference(decision)
        }
        for (index, finding) in all.enumerated() where all.count > 1 || finding.outcome.isFault {
            lines.append("\(index + 1) again: \(again(finding.order.token))")
        }
        if !recordings.isEmpty {
            lines.append("recordings: \(recordings.map { TerminalText.escaped($0) }.joined(separator: ", "))")
        }
        if !exploration.lost.isEmpty {
            lines.append(
                "\(Count.of(exploration.lost.count, all.isEmpty ? "outcome" : "more outcome")) did not come again when its order was run once more, and "
                    + "\(exploration.lost.count == 1 ? "is" : "are") not told: something in it is not under control")
            lines += exploration.lost.map { lost in
                "  not again: \(visible(lost, among: all.map(\.outcome) + [lost]))  \(lost.end.text)"
            }
        }
        if exploration.outOfSight.count > 0 {
            lines.append(
                "in \(Count.of(exploration.outOfSight.count, "order")) a thread waited, or ran on, where it is not seen"
                    + (exploration.outOfSight.place.map { ", last at \($0)" } ?? ""))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func firstDifference(_ decision: OrderFinding.Decision) -> [String] {
        func shown(_ closure: OrderClosure) -> String { TerminalText.escaped(closure.shown) }
        switch (decision.closure, decision.otherClosure) {
        case (nil, nil): return []
        case (let here?, let there?): return ["  first closure that differs: \(shown(here)), not \(shown(there))"]
        case (let here?, nil): return ["  first closure that runs in this one only: \(shown(here))"]
        case (nil, let there?): return ["  first closure that runs in the other only: \(shown(there))"]
        }
    }

    private var title: String {
        let outcomes = Count.of(exploration.outcomes.count, "outcome")
        let left = "; more are left, which --orders \(10 * exploration.orders) or --for 60 may run"
        // An outcome that does not come again is one that nobody can tell of.
        let all = !exploration.isComplete ? left : exploration.lost.isEmpty ? "; these are all there are" : ""
        return
            "\(TerminalText.escaped(exploration.name)): \(outcomes) in \(Count.of(exploration.orders, "order"))\(all)"
    }

    /// What is worth a row of an outcome: the issues of a test before all else.
    private func visible(_ outcome: OrderOutcome, among all: [OrderOutcome]) -> String {
        let seen = seen(outcome, among: all)
        let issues = outcome.issues.map { TerminalText.escaped("issue \($0)") }
        return (issues + (seen.isEmpty ? [] : [seen])).joined(separator: "; ")
    }

    /// The part of an outcome that is worth a row: the events, or the output where only that differs.
    private func seen(_ outcome: OrderOutcome, among all: [OrderOutcome]) -> String {
        if all.contains(where: { !$0.findings.isEmpty }) {
            return TerminalText.escaped(
                outcome.findings.isEmpty ? "no finding" : outcome.findings.joined(separator: ", "))
        }
        let differ = (events: Set(all.map(\.subscriptions)).count > 1, output: Set(all.map(\.output)).count > 1)
        let hasEvents = all.contains { !$0.subscriptions.isEmpty }
        guard hasEvents, differ.events || !differ.output else {
            let isSilent = outcome.output.isEmpty && all.contains { !$0.output.isEmpty }
            return isSilent ? "prints nothing" : printed(outcome.output)
        }
        // What is printed matters where others have the same events.
        let twins = all.filter { $0.subscriptions == outcome.subscriptions }
        let adds = Set(twins.map(\.output)).count > 1
        return events(of: outcome) + (adds ? "; \(printed(outcome.output))" : "")
    }

    private func events(of outcome: OrderOutcome) -> String {
        let rows = outcome.subscriptions.map { subscription in
            (outcome.subscriptions.count > 1 ? "\(subscription.place): " : "")
                + subscription.events.joined(separator: ", ")
        }
        return TerminalText.escaped(rows.isEmpty ? "no events" : rows.joined(separator: "; "))
    }

    private func printed(_ output: String) -> String {
        guard !output.isEmpty else { return "" }
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return TerminalText.escaped("prints " + lines.map { "\"\($0)\"" }.joined(separator: ", "))
    }
}

import RxTraceKit

/// Tells the outcomes of a program in words.
struct ExplorationReport {
    let name: String
    /// The words that name the input on a command line.
    let input: String
    let orders: Int
    let isComplete: Bool
    let findings: OrderFindings
    let outOfSight: (count: Int, place: String?)
    /// The files of the outcomes' recordings; empty where none are kept.
    let recordings: [String]

    private static let widest = 60

    var text: String {
        let all = findings.findings
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
        for (index, finding) in all.enumerated() where all.count > 1 || finding.outcome.end.isFault {
            lines.append("\(index + 1) again: rxtrace run \(input) --order \(finding.order.token)")
        }
        if !recordings.isEmpty {
            lines.append("recordings: \(recordings.map { TerminalText.escaped($0) }.joined(separator: ", "))")
        }
        if findings.lost > 0 {
            lines.append(
                "\(Count.of(findings.lost, "more outcome")) did not come again when its order was run once more, and "
                    + "\(findings.lost == 1 ? "is" : "are") not told: something in it is not under control")
        }
        if outOfSight.count > 0 {
            lines.append(
                "in \(Count.of(outOfSight.count, "order")) a thread waited, or ran on, where it is not seen"
                    + (outOfSight.place.map { ", last at \($0)" } ?? ""))
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
        let outcomes = Count.of(findings.findings.count, "outcome")
        let all = isComplete ? "; these are all there are" : " of more"
        return "\(TerminalText.escaped(name)): \(outcomes) in \(Count.of(orders, "order"))\(all)"
    }

    /// The part of an outcome that is worth a row: the events, or the output where only that differs.
    private func visible(_ outcome: OrderOutcome, among all: [OrderOutcome]) -> String {
        let differ = (events: Set(all.map(\.subscriptions)).count > 1, output: Set(all.map(\.output)).count > 1)
        let hasEvents = all.contains { !$0.subscriptions.isEmpty }
        guard hasEvents, differ.events || !differ.output else { return printed(outcome.output) }
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

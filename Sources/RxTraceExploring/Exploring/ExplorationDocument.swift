import Foundation

/// The outcomes of a program for other programs, as one JSON object.
package struct ExplorationDocument {
    private let exploration: Exploration

    package init(_ exploration: Exploration) { self.exploration = exploration }

    package var text: String {
        get throws {
            let outcomes = try exploration.outcomes.map { finding in
                var members = [
                    "\"count\": \(finding.count)", "\"order\": \(try Self.json(finding.order.token))",
                    "\"ended\": \(try Self.json(finding.outcome.end.word))",
                    "\"end\": \(try Self.json(finding.outcome.end.text))",
                    "\"output\": \(try Self.json(finding.outcome.output))",
                    "\"events\": \(try Self.json(finding.outcome.subscriptions))",
                ]
                if !finding.outcome.issues.isEmpty {
                    members.append("\"issues\": \(try Self.json(finding.outcome.issues))")
                }
                if !finding.outcome.findings.isEmpty {
                    members.append("\"findings\": \(try Self.json(finding.outcome.findings))")
                }
                if let decision = finding.decision {
                    members.append("\"decided\": \(try Self.json(Decided(decision)))")
                }
                return "  {\(members.joined(separator: ", "))}"
            }
            let list = outcomes.isEmpty ? "[]" : "[\n\(outcomes.joined(separator: ",\n"))\n]"
            var members = [
                "\"orders\": \(exploration.orders)", "\"complete\": \(exploration.isComplete)",
                "\"lost\": \(exploration.lost.count)",
            ]
            if !exploration.lost.isEmpty {
                members.append("\"lostOutcomes\": [\(try exploration.lost.map(Self.told).joined(separator: ", "))]")
            }
            members.append("\"outOfSight\": \(exploration.outOfSight.count)")
            return "{\((members + ["\"outcomes\": \(list)"]).joined(separator: ", "))}\n"
        }
    }

    private static func told(_ outcome: OrderOutcome) throws -> String {
        let (end, output, events) = try (json(outcome.end.text), json(outcome.output), json(outcome.subscriptions))
        return "{\"end\": \(end), \"output\": \(output), \"events\": \(events)}"
    }

    /// The turn that decides, against the outcome with the number `against`, counted from 1.
    private struct Decided: Encodable {
        var against: Int
        var first: String
        var second: String
        var time: Int?
        var closure: String?
        var otherClosure: String?

        init(_ decision: OrderFinding.Decision) {
            against = decision.other + 1
            first = decision.first
            second = decision.second
            time = decision.time > 1 ? decision.time : nil
            closure = decision.closure?.shown
            otherClosure = decision.otherClosure?.shown
        }
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

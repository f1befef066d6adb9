import Foundation

/// The outcomes of a program for other programs, as one JSON object.
struct ExplorationDocument {
    let orders: Int
    let isComplete: Bool
    let findings: [OrderFinding]

    var text: String {
        get throws {
            let outcomes = try findings.map { finding in
                let members = [
                    "\"count\": \(finding.count)", "\"order\": \(try Self.json(finding.order.token))",
                    "\"ended\": \(try Self.json(finding.outcome.end.word))",
                    "\"end\": \(try Self.json(finding.outcome.end.text))",
                    "\"output\": \(try Self.json(finding.outcome.output))",
                    "\"events\": \(try Self.json(finding.outcome.subscriptions))",
                ]
                return "  {\(members.joined(separator: ", "))}"
            }
            let list = outcomes.isEmpty ? "[]" : "[\n\(outcomes.joined(separator: ",\n"))\n]"
            return "{\"orders\": \(orders), \"complete\": \(isComplete), \"outcomes\": \(list)}\n"
        }
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

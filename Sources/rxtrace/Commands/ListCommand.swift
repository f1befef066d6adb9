import Foundation
import RxTraceKit
import RxTraceSamples

extension CommandDefinition {
    private static let listFormat = OptionDefinition(
        name: "format", value: .choice(["text", "json"]), summary: "how to write the list (default: text)")

    static let list = CommandDefinition(
        name: "list", summary: "name the samples, with a line about each", options: [listFormat, .width],
        examples: [
            Example(line: "rxtrace list", purpose: "the samples, the first being the default"),
            Example(line: "rxtrace list --format json", purpose: "the same for another program"),
        ],
        run: { arguments in
            if arguments.value(of: listFormat) == "json" {
                return try StandardOutput.write(SampleList.json(Samples.all))
            }
            let style = OutputStyle(arguments, terminalDescriptor: STDOUT_FILENO)
            try StandardOutput.write(SampleList.text(Samples.all, width: style.width))
        })
}

/// The list of samples as text.
enum SampleList {
    /// A summary has so many columns at least; where there are fewer beside the names, it stands below its own.
    private static let leastColumns = 30

    /// - Parameter width: how many columns a line may have; nil for any number.
    static func text(_ samples: [Scenario], width: Int?) -> String {
        let names = samples.map { TerminalText.columns(of: $0.name) }.max() ?? 0
        let isBeside = width.map { $0 - names - 2 >= leastColumns } ?? true
        let margin = String(repeating: " ", count: isBeside ? names + 2 : 2)
        return samples.map { sample in
            let lines = width.map { TerminalText.wrapped(sample.summary, to: $0 - margin.count) } ?? [sample.summary]
            let gap = isBeside ? String(margin.dropFirst(TerminalText.columns(of: sample.name))) : "\n\(margin)"
            return "\(sample.name)\(gap)\(lines.joined(separator: "\n\(margin)"))\n"
        }.joined()
    }

    static func json(_ samples: [Scenario]) throws -> String {
        struct Row: Encodable {
            var name: String
            var summary: String
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(samples.map { Row(name: $0.name, summary: $0.summary) })
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

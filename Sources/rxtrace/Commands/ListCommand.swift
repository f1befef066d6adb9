import Foundation
import RxTraceKit
import RxTraceSamples

extension CommandDefinition {
    private static let listFormat = OptionDefinition(
        name: "format", value: .choice(["text", "json"]), summary: "how to write the list (default: text)")

    static let list = CommandDefinition(
        name: "list", summary: "name the samples, with a line about each", options: [listFormat],
        examples: [
            Example(line: "rxtrace list", purpose: "the samples, the first being the default"),
            Example(line: "rxtrace list --format json", purpose: "the same for another program"),
        ],
        run: { arguments in
            let isJSON = arguments.value(of: listFormat) == "json"
            try StandardOutput.write(isJSON ? try SampleList.json(Samples.all) : SampleList.text(Samples.all))
        })
}

/// The list of samples as text.
enum SampleList {
    static func text(_ samples: [Scenario]) -> String {
        let width = samples.map { TerminalText.columns(of: $0.name) }.max() ?? 0
        return samples.map { sample in
            let gap = String(repeating: " ", count: width - TerminalText.columns(of: sample.name) + 2)
            return "\(sample.name)\(gap)\(sample.summary)\n"
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

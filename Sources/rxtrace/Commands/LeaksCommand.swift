import Foundation
import RxTraceKit

extension CommandDefinition {
    private static let allow = OptionDefinition(
        name: "allow", value: .text(placeholder: "PATTERN"),
        summary: "leaks that are meant: a place ('Cell.swift', 'Views/*.swift', 'Cell.swift:12'), a type "
            + "('BehaviorSubject') or a keeper (bag, connection, replaced, source); may be given again")
    private static let allowFile = OptionDefinition(
        name: "allow-file", value: .text(placeholder: "FILE"),
        summary: "a file with one such pattern per line; # begins a comment")

    static let leaks = CommandDefinition(
        name: "leaks", summary: "list the subscriptions still alive, each with its keeper",
        operand: .neededInput, options: [allow, allowFile] + FindingReport.options,
        examples: [
            Example(line: "rxtrace leaks leak", purpose: "the sample that leaks: exit status 1"),
            Example(line: "rxtrace leaks leak --allow BehaviorSubject", purpose: "the same, allowed: exit status 0"),
            Example(line: "rxtrace leaks trace.json --format json", purpose: "for another program"),
        ],
        run: { arguments in
            var allowed = arguments.list(of: allow)
            if let path = arguments.value(of: allowFile) { allowed += try patterns(in: path) }
            let search = LeakSearch(allowed: allowed.map { TracePattern($0) })
            let report = FindingReport(arguments: arguments)
            try report.run { trace, format, text, destination in
                let leaks = try search.leaks(in: trace)
                let findings = leaks.map(\.finding)
                let summary = Trace.LeakGroup.summary(of: leaks, subscriptions: trace.subscriptions.count)
                try destination.write { output in
                    switch format {
                    case .text: try text.render(findings, summary: summary, to: output)
                    case .json: try FindingJSON().render(leaks, in: trace, to: output)
                    case .github: try FindingAnnotations().render(findings, to: output)
                    case .sarif:
                        try report.log(of: [.leak]).render(findings, dropped: trace.dropped, to: output)
                    }
                }
                return leaks.map(\.severity)
            }
        })

    private static func patterns(in path: String) throws -> [String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(
                .noInput, "the file '\(TerminalText.escaped(path))' of --allow-file cannot be read. Check its path.")
        }
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
            let pattern = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
            return pattern.isEmpty ? nil : pattern
        }
    }
}

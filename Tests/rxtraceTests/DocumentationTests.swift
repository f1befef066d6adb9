import Foundation
import RxTraceKit
import Testing

/// The pages quote what the commands print.
///
/// `RXTRACE_RECORD=failed swift test --filter DocumentationTests` writes anew what changed.
@Suite struct DocumentationTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let pages: [String] = {
        let documents =
            (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "docs").path)) ?? []
        return ["README.md"] + documents.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }()

    @Test(arguments: pages)
    func eachQuotedCommandPrintsWhatThePageSays(name: String) throws {
        let url = Self.folder.appending(path: name)
        let page = try String(contentsOf: url, encoding: .utf8)
        let commands = QuotedCommand.all(in: page)
        var printed: [[String]] = []
        for command in commands {
            let result = try BuiltCommand.run(Array(ExampleTests.words(command.command).dropFirst()))
            #expect(result.status <= 1, "\(command.command): \(result.errors)")
            printed.append(command.quoting(result.output.split(separator: "\n").map(String.init)))
        }
        let mode = try GoldenRecordMode.usual(in: ProcessInfo.processInfo.environment)
        var isRecorded = false
        for (command, output) in zip(commands, printed) {
            let (old, new) = (QuotedCommand.lasting(command.output), QuotedCommand.lasting(output))
            guard old != new else { continue }
            if mode == .failed || mode == .all {
                isRecorded = true
                continue
            }
            let difference = TextDifference(old: old.joined(separator: "\n"), new: new.joined(separator: "\n"))
            Issue.record(
                "\(command.command):\n\(difference.unified(context: 3, oldName: name, newName: "printed") ?? "")")
        }
        if isRecorded {
            try QuotedCommand.page(page, with: printed).write(to: url, atomically: true, encoding: .utf8)
            Issue.record("\(name) was written anew; run again to compare")
        }
    }

    /// Each article's samples are there to be looked at.
    @Test func theArticlesNameSamplesThatExist() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "docs/articles.md"), encoding: .utf8)
        let known = try BuiltCommand.run(["list"]).output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        let quoted = QuotedCommand.all(in: page).map { ExampleTests.words($0.command) }
        #expect(quoted.count >= 12)
        for words in quoted { #expect(known.contains(words[2]), "\(words)") }
    }
}

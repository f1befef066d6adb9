import Foundation
import RxTraceKit
import RxTraceSamples
import Testing

@testable import rxtrace

/// The pages quote what the commands print.
///
/// `RXTRACE_RECORD=failed swift test --filter DocumentationTests` writes anew what changed.
@Suite(.timeLimit(.generous)) struct DocumentationTests {
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
        let files = QuotedCommand.files(in: page)
        let folder = try files.isEmpty ? nil : ProgramFolder(files)
        // The samples' source is at hand, as it is to who tries the commands in a checkout.
        try folder?.link("samples", to: Self.folder.appending(path: "samples"))
        var printed: [[String]] = []
        for command in commands {
            let words = Array(ExampleTests.words(command.command).dropFirst())
            let result = try folder?.run(words) ?? BuiltCommand.run(words)
            #expect(result.status <= 1, "\(command.command): \(result.errors)")
            let lines = result.output.components(separatedBy: "\n")
            printed.append(command.quoting(lines.last == "" ? lines.dropLast() : lines))
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

    /// The page's programs are those that `rxtrace sample` writes.
    @Test func thePageShowsTheProgramOfEachSample() throws {
        let url = Self.folder.appending(path: "docs/learning.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        var recorded = page
        var shown: [String] = []
        for part in page.components(separatedBy: "\n```swift\n").dropFirst() {
            let block = part.components(separatedBy: "\n```")[0]
            guard let name = block.firstMatch(of: #/[/][/] The sample ([a-z-]+):/#).map({ String($0.1) }) else {
                continue
            }
            shown.append(name)
            let program = try BuiltCommand.run(["sample", name])
            #expect(program.status == 0)
            guard program.output != "\(block)\n" else { continue }
            recorded = recorded.replacing("\n```swift\n\(block)\n```", with: "\n```swift\n\(program.output)```")
            Issue.record("\(name): the page shows another program than `rxtrace sample \(name)` writes")
        }
        let mode = try GoldenRecordMode.usual(in: ProcessInfo.processInfo.environment)
        if recorded != page, mode == .failed || mode == .all {
            try recorded.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(Set(shown) == Set(Samples.all.map(\.name)) && shown.count == Samples.all.count)
    }

    /// A command that is only named, in a sentence or among others, is one that exists, with those options.
    @Test func eachCommandOfThePagesIsRightlyWritten() throws {
        var count = 0
        for name in Self.pages {
            let page = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            for line in QuotedCommand.mentioned(in: page) {
                let words = ExampleTests.words(line)
                // COMMAND, FORMAT and the like stand for any.
                guard words.count > 1, words[1] != words[1].uppercased() else { continue }
                count += 1
                do {
                    if words[1].hasPrefix("-") { continue }
                    let command = try CommandTable.find(words[1])
                    if words.contains("--help") { continue }
                    _ = try ArgumentParser.parse(Array(words.dropFirst(2)), for: command)
                } catch {
                    Issue.record("\(name): \(line): \(error)")
                }
            }
        }
        #expect(count > 100)
    }

    /// The products that the pages tell users to depend on are those of the package.
    @Test func thePagesNameProductsThatExist() throws {
        let manifest = try String(contentsOf: Self.folder.appending(path: "Package.swift"), encoding: .utf8)
        for name in Self.pages {
            let page = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            for product in page.matches(of: #/\.product\(name: "(\w+)", package: "rxtrace"\)/#) {
                #expect(manifest.contains(".library(name: \"\(product.1)\""), "\(name): \(product.1)")
            }
        }
    }

    /// No page leads to a file that is not there.
    @Test(arguments: pages)
    func eachLinkLeadsToAFile(name: String) throws {
        let url = Self.folder.appending(path: name)
        let page = try String(contentsOf: url, encoding: .utf8)
        for link in page.matches(of: #/\]\(([^)#:]+)(?:#[^)]*)?\)/#) {
            let target = url.deletingLastPathComponent().appending(path: String(link.1))
            #expect(FileManager.default.fileExists(atPath: target.path(percentEncoded: false)), "\(link.1)")
        }
    }

    @Test func everySampleIsLearntFrom() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "docs/learning.md"), encoding: .utf8)
        let quoted = Set(QuotedCommand.all(in: page).map { ExampleTests.words($0.command)[2] })
        for sample in Samples.all {
            #expect(page.contains("**`\(sample.name)`**"), "\(sample.name)")
            #expect(quoted.contains(sample.name), "\(sample.name)")
        }
    }

    /// Each article's samples are there to be looked at.
    @Test func theArticlesNameSamplesThatExist() throws {
        let page = try String(contentsOf: Self.folder.appending(path: "docs/articles.md"), encoding: .utf8)
        let known = try BuiltCommand.run(["list"]).output.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        let quoted = QuotedCommand.all(in: page).map { ExampleTests.words($0.command) }
        #expect(quoted.count >= 12)
        // The page's own files are in it.
        for words in quoted where !words[2].hasSuffix(".swift") { #expect(known.contains(words[2]), "\(words)") }
    }
}

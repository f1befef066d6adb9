import Foundation
import RxTraceKit
import Testing

/// The page in the programs it is made for: its modules in Node, the whole in a browser.
@Suite struct PageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Page")
    private static let node = SearchPath.find("node")
    private static let browser = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(SearchPath.find)
        .first

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.node))
        process.arguments = arguments
        let log = FileManager.default.temporaryDirectory.appending(path: "rxtrace-page-\(UUID().uuidString).txt")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
    }

    @Test(.enabled(if: PageTests.node != nil, "Node.js is not installed"))
    func theModulesPassTheirTests() throws {
        let folder = Self.folder.path(percentEncoded: false)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".test.mjs") }
        #expect(names.count >= 3)
        let result = try run(["--test", "--test-reporter=tap"] + names.sorted().map { "\(folder)/\($0)" })
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("# fail 0"))
    }

    @Test(
        .enabled(if: PageTests.node != nil && PageTests.browser != nil, "Node.js or Chromium is not installed"),
        .timeLimit(.minutes(5)))
    func thePageWorksInABrowser() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "rxtrace-page-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        let written = try BuiltCommand.run(["html", "observe-on", "-o", file.path(percentEncoded: false)])
        #expect(written.status == 0, "\(written.errors)")
        let script = Self.folder.appending(path: "browser.mjs").path(percentEncoded: false)
        let result = try run([script, try #require(Self.browser), file.path(percentEncoded: false)])
        #expect(result.status == 0, "\(result.output)")
    }
}

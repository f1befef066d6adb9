import Foundation
import RxTraceSamples
import RxTraceTestSupport
import Testing

@testable import RxTraceKit

/// The page in the programs it is made for: its modules in Node, the whole in a browser.
@Suite(.timeLimit(.generous)) struct PageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Page")
    private static let node = SearchPath.find("node")
    private static let browser = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(SearchPath.find)
        .first

    private static let axe = ProcessInfo.processInfo.environment["RXTRACE_AXE"]

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

    /// Page and command fold by one rule and use the same words: for each sample, at each zoom, the same rows.
    @Test(.enabled(if: PageTests.node != nil, "Node.js is not installed"))
    func theTreeOfThePageIsThatOfTheCommand() throws {
        let folder = try TemporaryFolder()
        for sample in Samples.some {
            let trace = try TraceReader.read(contentsOf: SampleRun.of(sample.name).path)
            try Data(PageRenderer(hasSource: false).string(from: trace).utf8)
                .write(to: URL(filePath: folder.path("\(sample.name).html")))
            for zoom in Zoom.allCases {
                try Data(TreeRenderer(zoom: zoom).string(from: trace).utf8)
                    .write(to: URL(filePath: folder.path("\(sample.name).\(zoom).tree")))
            }
        }
        let script = Self.folder.appending(path: "samerows.mjs").path(percentEncoded: false)
        let result = try run([script, folder.path("")])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("\(Samples.some.count * Zoom.allCases.count) trees are the same"))
    }

    /// A long page packs its numbers: they are those of the trace, below 0 and above 32 bits as well.
    @Test(.enabled(if: PageTests.node != nil, "Node.js is not installed"))
    func theColumnsOfALongPageAreThoseOfTheTrace() throws {
        var trace = Trace(scenario: "long", threads: [0, 1].map { Trace.Thread(id: $0, name: "thread \($0)") })
        trace.nodes = (1...5_000).map { Trace.Node(id: 3 * $0, type: "PublishSubject", role: .subject) }
        for id in 1...6_000 {
            trace.calls.append(
                Trace.Call(
                    id: 2 * id + id / 700, parent: id > 4_321 ? 4_321 + 4_321 + 6 : nil, operation: .on,
                    node: 3 * (id % 5_000 + 1), thread: id % 5 == 0 ? 1 : 0,
                    event: Trace.Event(.next, value: "\(id % 777)"),
                    // Every 1,000th begins a moment too early, as clocks of two threads may tell it.
                    start: UInt64(id) * 5_000_000_000 - (id % 1_000 == 0 ? 7_000_000_000 : 0),
                    duration: id % 3 == 0 ? nil : UInt64(id) << 20))
        }
        let folder = try TemporaryFolder()
        let page = PageRenderer(hasSource: false).string(from: trace)
        #expect(page.contains("\"start\":\"") && !page.contains("\"start\":["))
        try Data(page.utf8).write(to: URL(filePath: folder.path("long.html")))
        let rows = trace.calls.map { call in
            [
                call.id, call.node ?? 0, Int(call.start ?? 0), call.duration.map(Int.init) ?? -1, call.parent ?? 0,
                call.thread,
            ]
        }
        try JSONEncoder().encode(rows).write(to: URL(filePath: folder.path("long.json")))
        let script = Self.folder.appending(path: "samecolumns.mjs").path(percentEncoded: false)
        let result = try run([script, folder.path("long")])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("6000 calls are the same, with and without Uint8Array.fromBase64"))
    }

    /// Page and command make marbles and add up by the same rules: for each sample and program, the same rows with the same
    /// events, and the same figures at each place.
    @Test(.enabled(if: PageTests.node != nil, "Node.js is not installed"))
    func theMarblesAndFiguresOfThePageAreThoseOfTheCommands() throws {
        let folder = try TemporaryFolder()
        let samples = try Samples.some.map { try TraceReader.read(contentsOf: SampleRun.of($0.name).path) }
        let many = MarbleProgram.many.trace()
        let traces = samples + MarbleProgram.all.map { $0.trace() } + [many]
        #expect(
            Self.lines(of: Marbles(try PicturedTrace(TraceInMemory(many)), folds: true)).contains(
                "and 16 more of just :"))
        for trace in traces {
            let files = [
                "html": PageRenderer(hasSource: false).string(from: trace),
                "marbles": Self.lines(of: Marbles(try PicturedTrace(TraceInMemory(trace)), folds: true)),
                "stats": try Self.figures(of: trace),
            ]
            for (ending, text) in files {
                try Data(text.utf8).write(to: URL(filePath: folder.path("\(trace.scenario).\(ending)")))
            }
        }
        let script = Self.folder.appending(path: "samefigures.mjs").path(percentEncoded: false)
        let result = try run([script, folder.path("")])
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("\(traces.count) traces have the same marbles and figures"))
    }

    private static func lines(of marbles: Marbles) -> String {
        marbles.diagrams.flatMap { diagram in
            let title = diagram.title.prefix { $0 != "," }.split(separator: " ").prefix(2).joined(separator: " ")
            return [title]
                + diagram.rows.map { row in
                    let name = row.place.map { "\(row.name) \($0)" } ?? row.name
                    let lives = "(\(row.lives.map { $0.reason ?? "" }.joined(separator: ", ")))"
                    return ([name, lives] + row.marbles.map { $0.event.kind.name + ($0.isLost ? "!" : "") })
                        .joined(separator: " ")
                } + [MarbleFolding.line(diagram.folded)].compactMap { $0 }
        }.joined(separator: "\n")
    }

    /// The figures by place: of operators, for a hop of the program's own is none.
    private static func figures(of trace: Trace) throws -> String {
        let hops = Set(trace.calls.filter { $0.operation == .hop }.map { $0.label ?? $0.operation.name })
        var sums: [String: [UInt64]] = [:]
        for row in try TraceStatistics(TraceInMemory(trace), by: .operator).rows where !hops.contains(row.name) {
            let totals = row.totals
            let counts = [totals.calls, totals.subscriptions, totals.eventsIn, totals.eventsOut, totals.drops]
            let figures = counts.map(UInt64.init) + [totals.closures, totals.own, totals.waited]
            let place = row.site?.description ?? ""
            sums[place] = zip(sums[place] ?? figures.map { _ in 0 }, figures).map(+)
        }
        return sums.map { place, figures in ([place] + figures.map(String.init)).joined(separator: "\t") }
            .joined(separator: "\n")
    }

    /// Writes a page of the inputs, and has a script of `Tests/Page` open it in the browser.
    private func see(_ inputs: [String], with script: String, _ arguments: [String] = []) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "rxtrace-page-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        let written = try BuiltCommand.run(["html"] + inputs + ["-o", file.path(percentEncoded: false)])
        #expect(written.status == 0, "\(written.errors)")
        let script = Self.folder.appending(path: script).path(percentEncoded: false)
        let result = try run([script, try #require(Self.browser), file.path(percentEncoded: false)] + arguments)
        #expect(result.status == 0, "\(result.output)")
    }

    @Test(
        .enabled(if: PageTests.node != nil && PageTests.browser != nil, "Node.js or Chromium is not installed"))
    func thePageWorksInABrowser() throws {
        try see(["observe-on"], with: "browser.mjs")
    }

    @Test(
        .enabled(if: PageTests.node != nil && PageTests.browser != nil, "Node.js or Chromium is not installed"))
    func theDifferencesOfTwoTracesAreGoneThrough() throws {
        try see(["reused-cell-rx", "reused-cell-rac"], with: "compared.mjs", ["reused-cell-rx", "reused-cell-rac"])
    }

    /// By the rules of axe-core, whose script `RXTRACE_AXE` names.
    @Test(
        .enabled(
            if: PageTests.node != nil && PageTests.browser != nil && PageTests.axe != nil,
            "Node.js or Chromium is not installed, or RXTRACE_AXE names no axe.min.js"),
        arguments: TestLength.isLong ? [["leak"], ["observe-on", "leak"]] : [["observe-on", "leak"]])
    func thePageCanBeReadByEveryone(inputs: [String]) throws {
        try see(inputs, with: "accessibility.mjs", [try #require(Self.axe)])
    }

    @Test(
        .enabled(if: PageTests.node != nil && PageTests.browser != nil, "Node.js or Chromium is not installed"))
    func valuesAreNeitherMarkupNorScript() throws {
        let values = [
            "<!--<script>", "</script><script>window.ran = 1</script>", "<img src=x onerror='window.ran = 2'>",
            "\"'`${window.ran = 3}", "javascript:window.ran=4",
        ]
        let trace = try BuiltCommand.run(["json", "create-subscribe"]).output
        #expect(trace.contains("next step"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "rxtrace-page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // All in one page, the comment that nothing ends first.
        let together = try JSONEncoder().encode(values.joined(separator: " "))
        let escaped = String(decoding: together, as: UTF8.self).dropFirst().dropLast()
        let file = folder.appending(path: "trace.json")
        try Data(trace.replacing("next step", with: escaped).replacing("AnonymousObserver", with: escaped).utf8)
            .write(to: file)
        try see([file.path(percentEncoded: false)], with: "hostile.mjs", values)
    }
}

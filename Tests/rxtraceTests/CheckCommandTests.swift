import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Testing

struct CheckCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func check(_ words: String..., environment: [String: String] = [:]) throws -> BuiltCommand.Result {
        try BuiltCommand.run(["check", "--golden", folder.path("")] + words, environment: environment)
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(""))) ?? []).sorted()
    }

    /// Makes the golden trace of `create-subscribe` one of another value.
    private func spoil() throws {
        let path = folder.path("create-subscribe.golden")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("next step"))
        try text.replacing("next step", with: "first step").write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func theFirstTimeEverySampleIsRecordedAndThenIsTheSame() throws {
        let first = try check()
        #expect(first.status == 0)
        #expect(files == Samples.all.map { "\($0.name).golden" }.sorted())
        let second = try check()
        #expect(second.status == 0)
        #expect(second.output.hasSuffix("\(Samples.all.count) golden traces: \(Samples.all.count) same\n"))
    }

    @Test func aDifferenceIsShownAndTheActualTraceLeftBesideTheGoldenOne() throws {
        #expect(try check("create-subscribe", "retry").status == 0)
        try spoil()
        let result = try check()
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "differs   create-subscribe")
        #expect(lines.dropFirst().first?.contains("next(first step → next step)") == true)
        #expect(result.output.contains("same      retry"))
        #expect(files == ["create-subscribe.actual.golden", "create-subscribe.golden", "retry.golden"])
        let difference = try BuiltCommand.run(
            ["diff", folder.path("create-subscribe.golden"), folder.path("create-subscribe.actual.golden")])
        #expect(difference.status == 1)
        #expect(try check("--ignore", "values").status == 0)
        #expect(files == ["create-subscribe.golden", "retry.golden"])
        #expect(try check("--record", "failed").status == 0)
        #expect(try check("--record", "never").status == 0)
    }

    @Test func aPageIsWrittenOfEachTraceThatDiffers() throws {
        #expect(try check("create-subscribe", "retry").status == 0)
        try spoil()
        let pages = folder.path("pages")
        #expect(try check("--html", pages).status == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: pages) == ["create-subscribe.html"])
        let page = try String(contentsOfFile: "\(pages)/create-subscribe.html", encoding: .utf8)
        #expect(page.contains("rxtrace-comparison") && page.contains("first step"))
    }

    /// Standard output has the log and nothing else.
    @Test func theResultsAreWrittenForCodeScanning() throws {
        let recorded = try check("create-subscribe", "--format", "sarif")
        #expect(recorded.status == 0)
        #expect(try SARIFLog(recorded.output).faults == [])
        try spoil()
        let result = try check("create-subscribe", "--format", "sarif")
        #expect(result.status == 1)
        let log = try SARIFLog(result.output)
        #expect(log.faults == [])
        #expect(log.results.map(\.rule) == ["trace-differs"])
        #expect(log.results.first?.text.contains("next(first step → next step)") == true)
        #expect(log.results.first?.place?.uri == "samples/CreateSubscribe.swift")
        let missing = try SARIFLog(check("retry", "--format", "sarif", "--record", "never").output)
        #expect(missing.results.map(\.rule) == ["trace-missing"])
        #expect(missing.results.first?.place?.uri.hasSuffix("retry.actual.golden") == true)
        #expect(try check("retry", "--format", "sarif", "--github").status == 64)
    }

    @Test func onABuildServerNothingIsRecorded() throws {
        let result = try check("retry", environment: ["CI": "true"])
        #expect(result.status == 1)
        #expect(result.output.contains("missing   retry"))
        #expect(files == ["retry.actual.golden"])
        let empty = try check(environment: ["CI": "true"])
        #expect(empty.status == 66)
        #expect(empty.errors.contains("no golden traces in '\(folder.path(""))'"))
        #expect(empty.errors.contains("--record missing"))
        #expect(try check("retry", environment: ["CI": "true", "RXTRACE_RECORD": "missing"]).status == 0)
        #expect(files == ["retry.golden"])
        #expect(try check("retry", environment: ["RXTRACE_RECORD": "none"]).status == 64)
    }

    @Test func aGoldenTraceOfAnEarlierVersionIsComparedAndGivesWay() throws {
        for sample in ["retry", "timer"] {
            let document = try SampleRun.of(sample).document
            try Data(document.utf8).write(to: URL(filePath: folder.path("\(sample).json")))
        }
        #expect(try check("--record", "never").output.hasSuffix("2 golden traces: 2 same\n"))
        #expect(files == ["retry.json", "timer.json"])
        let recorded = try check("retry", "--record", "failed")
        #expect(recorded.status == 0 && recorded.output.contains("retry.golden anew"), "\(recorded.output)")
        #expect(files == ["retry.golden", "timer.json"])
        #expect(try check("--record", "never").output.hasSuffix("2 golden traces: 2 same\n"))
        // Every command reads it.
        let tree = try BuiltCommand.run(["tree", folder.path("retry.golden"), "--canonical"])
        #expect(try tree.output == BuiltCommand.run(["tree", folder.path("retry.golden")]).output)
        #expect(tree.output.contains("subscribe CatchSequence"))
    }

    @Test func aRecordingIsComparedByItsName() throws {
        let other = try TemporaryFolder()
        #expect(try BuiltCommand.run(["json", "retry", "-o", other.path("search.json")]).status == 0)
        #expect(try check(other.path("search.json")).status == 0)
        #expect(files == ["search.golden"])
        #expect(try check(other.path("search.json"), "--ignore", "sites", "--record", "never").status == 0)
        #expect(try check(other.path("search.json"), "no-such-sample").status == 66)
        #expect(try check("retry", "retry").status == 64)
    }

    @Test func aBuildServerIsToldInItsOwnWords() throws {
        #expect(try check("create-subscribe", "retry").status == 0)
        try spoil()
        let other = try TemporaryFolder()
        let result = try check("--junit", other.path("results.xml"), "--github")
        #expect(result.status == 1)
        let annotation = result.output.split(separator: "\n").first { $0.hasPrefix("::error ") }
        #expect(annotation?.contains("title=trace of create-subscribe::") == true)
        #expect(annotation?.contains("%0A") == true)
        let report = try Data(contentsOf: URL(filePath: other.path("results.xml")))
        let text = String(decoding: report, as: UTF8.self)
        #expect(text.contains("<testsuites tests=\"2\" failures=\"1\">"))
        #expect(text.contains("name=\"retry\"/>"))
        #expect(text.contains("<failure message=\"first changed: "))
    }

    @Test func besideADamagedGoldenTraceTheOthersAreCompared() throws {
        #expect(try check("create-subscribe", "retry", "timer").status == 0)
        try spoil()
        let path = folder.path("retry.golden")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try "\(text)<<<<<<< HEAD\n".write(toFile: path, atomically: true, encoding: .utf8)
        let report = folder.path("results.xml")
        let result = try check(
            "retry", "no-such-sample", "create-subscribe", "timer", "--junit", report, "--github")
        #expect(result.status == 65)
        #expect(result.output.hasPrefix("error     retry\n  \(path): line "), "\(result.output)")
        #expect(result.output.contains(": a merge that is not resolved: '<<<<<<< HEAD'. Mend it, or write it anew by "))
        #expect(result.output.contains(#/::error file=[^,]*retry.golden,line=\d+,title=trace of retry::/#))
        #expect(result.output.hasSuffix("4 golden traces: 1 same, 1 differs, 2 error\n"))
        let written = try String(contentsOfFile: report, encoding: .utf8)
        #expect(written.contains("tests=\"4\" failures=\"1\" errors=\"2\"") && written.contains("<error message="))
        let log = try SARIFLog(check("retry", "timer", "--format", "sarif").output)
        #expect(log.faults == [] && log.results.map(\.rule) == ["trace-unread"])
        #expect(try check("retry", "--record", "failed").output.contains("retry.golden anew"))
        #expect(try check("retry").status == 0)
    }

    /// What stood behind the start that was recorded is not compared: `same` does not vouch for it.
    @Test func valuesThatWereCutAreSaidToBe() throws {
        let other = try TemporaryFolder()
        let document = try SampleRun.of("create-subscribe").document
            .replacing("next step", with: String(repeating: "x", count: 79) + "…")
        try Data(document.utf8).write(to: URL(filePath: other.path("cut.json")))
        #expect(try check(other.path("cut.json")).status == 0)
        let result = try check(other.path("cut.json"))
        #expect(result.output.hasPrefix("same      cut (1 value compared only as far as recorded: 80 characters)\n"))
        #expect(try check(other.path("cut.json"), "--ignore", "values").output.hasPrefix("same      cut\n"))
    }

    @Test func withoutAFolderItIsWrongUsage() throws {
        let result = try BuiltCommand.run(["check", "retry"])
        #expect(result.status == 64)
        #expect(result.errors.contains("--golden DIR"))
        #expect(try check("-").status == 64)
        let mixed = try check("--junit", "-")
        #expect(mixed.status == 64 && mixed.errors.contains("Give --junit a file") && files.isEmpty)
    }

    @Test(arguments: ["--golden", "--html"]) func aFileInThePlaceOfAFolderIsWrongUsage(option: String) throws {
        let file = folder.path("file")
        try Data().write(to: URL(filePath: file))
        let result = try BuiltCommand.run(["check", "retry", "--golden", folder.path("golden"), option, file])
        #expect(result.status == 64)
        #expect(result.errors == "rxtrace: \(option) takes a folder, and '\(file)' is a file. Name another.\n")
    }

    @Test func aDamagedGoldenTraceHasItsStatus() throws {
        try Data("golden trace 1\ntrace retry\n\non Nobody next(1)\n".utf8)
            .write(to: URL(filePath: folder.path("retry.golden")))
        let result = try check("retry")
        #expect(result.status == 65)
        #expect(result.errors.contains("retry.golden: line 4: "), "\(result.errors)")
    }
}

import Foundation
import RxTraceTestSupport
import Testing

@testable import RxTraceKit

/// A golden trace's text tells the whole of a canonical form, and nothing else is one.
@Suite(.timeLimit(.generous)) struct GoldenTextTests {
    /// The texts of the samples' golden traces, by name.
    private static let samples = texts("../../Golden")

    /// Texts of version 1 of some of them. A sample that changes has none any more.
    private static let older = texts("../../Golden/Version1")

    private static func texts(_ path: String) -> [(name: String, text: String)] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path).standardized
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return files.filter { $0.hasSuffix(".golden") }.sorted().compactMap { file in
            (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)).map { (file, $0) }
        }
    }

    private static func document(_ trace: Trace) -> String { JSONRenderer(times: false).string(from: trace) }

    /// What is lost on the way into a text and back; empty for nothing.
    private static func loss(_ trace: Trace) throws -> String {
        let canonical = trace.canonical()
        let text = GoldenText.text(of: canonical)
        let again = try GoldenText.trace(text)
        if document(again) != document(canonical) { return "the document differs" }
        return GoldenText.text(of: again) == text ? "" : "the text differs"
    }

    @Test func `the samples' texts are read, and written again as they were`() throws {
        #expect(Self.samples.count > 40)
        for sample in Self.samples {
            let trace = try TraceReader.read(sample.text, named: sample.name)
            #expect(GoldenText.text(of: trace) == sample.text, "\(sample.name)")
            #expect(trace.isCanonical && trace.canonical() == trace, "\(sample.name)")
            let document = try TraceReader.read(Self.document(trace), named: sample.name)
            #expect(GoldenText.text(of: document) == sample.text, "\(sample.name)")
        }
    }

    @Test func `a text of version 1 tells the same trace`() throws {
        #expect(Self.older.count > 5)
        for older in Self.older {
            let sample = try #require(Self.samples.first { $0.name == older.name })
            #expect(older.text.hasPrefix("golden trace 1\n") && sample.text.hasPrefix("golden trace 2\n"))
            #expect(try GoldenText.trace(older.text) == GoldenText.trace(sample.text), "\(older.name)")
        }
    }

    @Test(arguments: 0..<TestLength.times(4, long: 100))
    func `made-up traces come back`(block: Int) throws {
        for seed in block * 20..<block * 20 + 20 {
            var maker = RandomTrace(seed: seed)
            let loss = try Self.loss(maker.make())
            #expect(loss.isEmpty, "seed \(seed): \(loss)")
        }
    }

    @Test(arguments: 0..<TestLength.times(5, long: 60))
    func `runs of made-up programs come back`(program: Int) throws {
        let loss = try Self.loss(ScheduledProgram(seed: program).run(seed: program))
        #expect(loss.isEmpty, "\(loss)")
    }

    /// What `check` compares, and what somebody compares who looks at the files.
    @Test func `two texts are the same where diff finds no difference`() throws {
        let read = try Self.samples.map { try GoldenText.trace($0.text) }
        let pairs = Self.samples.indices.flatMap { one in Self.samples.indices.map { (one, $0) } }
        // Each with itself, and with some of the others.
        for (one, other) in pairs where one == other || TestLength.isLong || (one + other) % 9 == 0 {
            let isSame = TraceDifference(read[one], read[other]).isEmpty
            #expect(isSame == (one == other), "\(Self.samples[one].name) and \(Self.samples[other].name)")
        }
    }

    @Test(arguments: 0..<TestLength.times(3, long: 200))
    func `a text changes where diff finds a change`(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let program = ScheduledProgram(seed: seed)
        let old = program.run(seed: seed)
        for change in TraceChange.allCases {
            var new = old
            guard change.apply(to: &new, &generator) else { continue }
            let (oldText, newText) = (GoldenText.text(of: old.canonical()), GoldenText.text(of: new.canonical()))
            let difference = TraceDifference(try GoldenText.trace(oldText), try GoldenText.trace(newText))
            #expect(difference.isEmpty == (oldText == newText), "seed \(seed): \(change)")
        }
        // Another order of the threads is none.
        let other = program.run(seed: seed + 1)
        let isSame = GoldenText.text(of: old.canonical()) == GoldenText.text(of: other.canonical())
        #expect(TraceDifference(old, other).isEmpty == isSame, "seed \(seed)")
    }

    @Test func `the page shows a sample's text`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/goldens.md")
        let sample = try #require(Self.samples.first { $0.name == "create-subscribe.golden" })
        #expect(try String(contentsOf: page, encoding: .utf8).contains("```\n\(sample.text)```\n"))
    }

    @Test func `a call is a line, and lines end as the system ends them`() throws {
        let sample = try #require(Self.samples.first { $0.name == "map-filter.golden" })
        let trace = try GoldenText.trace(sample.text)
        let rows = sample.text.components(separatedBy: "\nobjects\n")[0].split(separator: "\n").dropFirst(2)
        #expect(rows.count == trace.calls.count)
        #expect(try GoldenText.trace(sample.text.replacing("\n", with: "\r\n")) == trace)
        #expect(!sample.text.contains(#/[^\n]{160}/#))
    }

    private static let start = "golden trace 2\ntrace t\n\n"

    /// What is refused in both versions.
    private static let damages: [(rows: String, line: Int, message: String)] = [
        ("walk MapSink", 4, "'walk' is no operation"),
        ("on MapSink next(1)", 4, "nothing tells of 'MapSink' before"),
        ("create map: Map; new thing", 4, "'thing' is no role"),
        ("create map: Map; new observable; twice", 4, "'twice' is nothing that a row says"),
        ("create map: Map; new observable at map", 4, "there is no place 'map'"),
        ("create map: Map; new observable]", 4, "']' is no part of a row"),
        ("    create map: Map; new observable", 4, "too far right"),
        ("create map: Map; new observable\n => invoke Map", 5, "too far right, or between two columns"),
        ("create map: Map; new observable\n=> invoke Map", 5, "no call asked for this work"),
        ("schedule Queue; new scheduler", 5, "work is missing that 'schedule Queue' asked for"),
        ("run Map; new observable\n  run Map\n  run Map < on Map", 6, "there is no open call of the name 'on Map'"),
        ("run Map; new observable; thread other", 4, "there is no thread 'other'"),
        ("run Map; new observable; from run Map 9 before", 4, "there is no call 'run Map' there"),
        ("on - next(1", 4, "')' is expected"),
        ("on - next(\"1)", 4, "a quotation mark is missing"),
        ("on - next(\"\\u{110000}\")", 4, "is no character"),
        ("run Map; new observable\n\nplaces\na.swift\n  1 x\n  +1 x", 9, "two places have one name"),
        ("run Map; new observable\n\nplaces\n  1 x", 7, "a place stands below no file"),
        ("run Map; new observable\n\nplaces\na\n  9223372036854775807 x\n  +1 y", 9, "no file has so many lines"),
        ("run Map; new observable\n\nplaces\na\n  92233720368547758070 x", 8, "a number is expected"),
    ]

    @Test(arguments: damages.indices)
    func `what is damaged is named by its line`(index: Int) throws {
        let damage = Self.damages[index]
        for start in [Self.start, Self.start.replacing("trace 2", with: "trace 1")] {
            try expectDamage(start + damage.rows, damage.line, damage.message)
        }
    }

    @Test(arguments: [
        ("run Map; new", 4, "nothing tells of 'Map' before"),
        ("run Map~1", 4, "nothing tells of 'Map' before"),
        ("run Map\n  run Map~2\n\nobjects\n  Map: sink", 5, "nothing tells of 'Map' before"),
        ("run Map\n\nobjects\n  Map: thing", 7, "'thing' is no role"),
        ("run Map\n\nobjects\nMap: sink", 7, "'  ' is expected"),
        ("run Map\n\nobjects\n  Map: sink twice", 7, "' twice' is too much"),
        ("run Map\n  => invoke Map\n\nobjects\n  Map: sink", 9, "there is more work than 'run Map' asked for"),
        ("run Map\n=======\nrun Filter", 5, "a merge that is not resolved: '======='"),
        ("places\nA.swift\n<<<<<<< HEAD\n  1 map", 6, "a merge that is not resolved: '<<<<<<< HEAD'"),
    ])
    func `what is damaged of version 2 is named by its line`(rows: String, line: Int, message: String) throws {
        try expectDamage(Self.start + rows, line, message)
    }

    private func expectDamage(_ text: String, _ line: Int, _ message: String) throws {
        let error = #expect(throws: TraceReadError.self) { try TraceReader.read(text + "\n", named: "search.golden") }
        #expect(error?.kind == .damaged)
        let told = error?.description ?? ""
        #expect(told.hasPrefix("search.golden: line \(line): ") && told.contains(message), "\(told)")
        #expect(
            told.hasSuffix(
                "Mend it, or write it anew by `rxtrace check --record failed`, in tests by RXTRACE_RECORD=failed."))
    }

    @Test func `every cut is refused or is a trace`() throws {
        let sample = try #require(Self.samples.first { $0.name == "observe-on.golden" })
        for count in stride(from: 1, to: sample.text.utf8.count, by: 13) {
            let text = String(decoding: Array(sample.text.utf8.prefix(count)), as: UTF8.self)
            guard let trace = try? TraceReader.read(text, named: "cut") else { continue }
            #expect(trace.inconsistency() == nil, "cut at \(count)")
        }
    }

    @Test func `a later version is named, and other files are not taken for one`() throws {
        let later = #expect(throws: TraceReadError.self) {
            try TraceReader.read("golden trace 3\ntrace t\n", named: "search.golden")
        }
        #expect(later?.kind == .unsupportedVersion(3))
        #expect(later?.description.contains("versions 1 to 2 of golden traces") == true)
        let other = #expect(throws: TraceReadError.self) {
            try TraceReader.read("golden tra", named: "search.golden")
        }
        #expect(other?.kind == .notATrace)
    }
}

import Foundation
import RxTraceKit
import Testing

@Suite final class GoldenTraceTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "rxtrace-golden-\(UUID().uuidString)")
        .path(percentEncoded: false)

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var golden: GoldenTrace { GoldenTrace(folder: folder, name: "create") }
    private let first = TraceScript.create(value: "1")
    private let second = TraceScript.create(value: "2")

    private func word(_ trace: Trace, _ mode: GoldenRecordMode) throws -> String {
        switch try golden.check(trace, record: mode) {
        case .same: "same"
        case .different: "different"
        case .first: "first"
        case .recorded(let difference): difference == nil ? "recorded" : "replaced"
        case .missing: "missing"
        }
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `every mode records what it says`() throws {
        #expect(try word(first, .never) == "missing")
        #expect(files == ["create.actual.golden"])
        #expect(try word(first, .missing) == "first")
        #expect(files == ["create.golden"])
        #expect(try word(first, .missing) == "same")
        #expect(try word(second, .missing) == "different")
        #expect(files == ["create.actual.golden", "create.golden"])
        #expect(try word(first, .never) == "same")
        #expect(files == ["create.golden"])
        #expect(try word(second, .failed) == "replaced")
        #expect(try word(second, .failed) == "same")
        #expect(try word(first, .all) == "replaced")
        #expect(try word(first, .all) == "recorded")
        #expect(try word(first, .never) == "same")
    }

    @Test func `a golden file holds the canonical form without times, and so does the actual one`() throws {
        _ = try golden.check(first, record: .all)
        _ = try golden.check(second)
        let renderer = JSONRenderer(times: false)
        for (path, trace) in [(golden.path, first), (golden.actualPath, second)] {
            let kept = try TraceReader.read(contentsOf: path)
            #expect(renderer.string(from: kept) == renderer.string(from: trace.canonical()))
        }
        #expect(GoldenTrace.names(in: folder) == ["create"])
    }

    /// Puts a golden trace there as versions before this one wrote it.
    private func writeOlder(_ trace: Trace) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = JSONRenderer(times: false).string(from: trace.canonical())
        try Data(text.utf8).write(to: URL(filePath: folder).appending(path: "create.json"))
    }

    @Test func `a trace document is compared with, and gives way where traces are recorded anew`() throws {
        try writeOlder(first)
        #expect(GoldenTrace.names(in: folder) == ["create"])
        #expect(try word(first, .missing) == "same")
        #expect(try word(second, .never) == "different")
        #expect(files == ["create.actual.golden", "create.json"])
        #expect(try word(first, .failed) == "recorded")
        #expect(files == ["create.golden"])
        #expect(try word(first, .never) == "same")
        // What is no golden trace any more is let alone.
        try writeOlder(second)
        #expect(try word(first, .all) == "recorded")
        #expect(files == ["create.golden", "create.json"])
    }

    @Test func `a text of version 1 is compared with, and gives way where traces are recorded anew`() throws {
        _ = try golden.check(first, record: .all)
        let text = try String(contentsOfFile: golden.path, encoding: .utf8)
        let older = "golden trace 1\ntrace create\n\ncreate create: AnonymousObservable; new observable untyped\n"
        try Data(older.utf8).write(to: URL(filePath: golden.path))
        let trace = try TraceReader.read(contentsOf: golden.path)
        #expect(try word(trace, .never) == "same")
        #expect(try word(trace, .missing) == "same")
        #expect(try String(contentsOfFile: golden.path, encoding: .utf8) == older)
        #expect(try word(trace, .failed) == "recorded")
        #expect(try String(contentsOfFile: golden.path, encoding: .utf8) == older.replacing("trace 1", with: "trace 2"))
        #expect(try word(trace, .failed) == "same")
        #expect(text.hasPrefix("golden trace 2\n"))
    }

    @Test func `a damaged golden file is said to be, and can be replaced`() throws {
        _ = try golden.check(first, record: .all)
        try Data("{".utf8).write(to: URL(filePath: golden.path))
        #expect(throws: TraceReadError.self) { _ = try golden.check(first) }
        #expect(try word(first, .all) == "recorded")
        try Data().write(to: URL(filePath: golden.path))
        let error = #expect(throws: TraceReadError.self) { _ = try golden.check(first, record: .missing) }
        #expect(error?.description.contains("nothing was recorded into it. Mend it, or write it anew") == true)
        #expect(try word(first, .failed) == "recorded")
        #expect(try word(first, .never) == "same")
        // A later rxtrace wrote it: it is in order.
        try Data("golden trace 3\ntrace create\n".utf8).write(to: URL(filePath: golden.path))
        #expect(throws: TraceReadError.self) { _ = try golden.check(first, record: .failed) }
    }

    @Test func `the usual mode is the environment's`() throws {
        #expect(try GoldenRecordMode.usual(in: [:]) == .missing)
        #expect(try GoldenRecordMode.usual(in: ["CI": "true"]) == .never)
        #expect(try GoldenRecordMode.usual(in: ["CI": ""]) == .missing)
        #expect(try GoldenRecordMode.usual(in: ["CI": "true", "RXTRACE_RECORD": "failed"]) == .failed)
        #expect(try GoldenRecordMode.usual(in: ["RXTRACE_RECORD": ""]) == .missing)
        #expect(throws: GoldenRecordMode.UnknownWord.self) {
            try GoldenRecordMode.usual(in: ["RXTRACE_RECORD": "al"])
        }
    }
}

import Foundation
import RxSwift
import Testing

@testable import RxTraceTesting

struct ExpectTraceTests {
    private func program(_ factor: Int = 2) {
        _ = Observable.of(1, 2).map { $0 * factor }.subscribe()
    }

    @Test func `a closure that does as the golden trace says passes`() throws {
        let folder = try GoldenFolder()
        withKnownIssue {
            expectTrace(named: "doubling", in: folder.path, record: .missing) { program() }
        } matching: {
            $0.description.contains("No golden trace yet; wrote ")
                && $0.description.contains("doubling.golden. Run again to compare.")
                && !$0.description.contains("is not the golden one")
        }
        expectTrace(named: "doubling", in: folder.path, record: .never) { program() }
        #expect(folder.files == ["doubling.golden"])
    }

    @Test func `a difference fails at the test's own line, and leaves the actual trace`() throws {
        let folder = try GoldenFolder()
        withKnownIssue { expectTrace(named: "doubling", in: folder.path, record: .all) { program() } }
        let line = #line + 2
        withKnownIssue {
            expectTrace(named: "doubling", in: folder.path, record: .never) { program(3) }
        } matching: { issue in
            let text = issue.description
            return issue.sourceLocation?.line == line && text.contains("MapSink next(2 → 3)")
                && text.contains("The trace 'doubling' is not the golden one.")
                && text.contains("doubling.actual.golden")
        }
        #expect(folder.files == ["doubling.actual.golden", "doubling.golden"])
        // A trace that is in order again needs no actual one.
        expectTrace(named: "doubling", in: folder.path, record: .never) { program() }
        #expect(folder.files == ["doubling.golden"])
    }

    private func expectShared(_ name: String, in folder: GoldenFolder) {
        expectTrace(named: name, in: folder.path, record: .failed) { program() }
    }

    @Test func `a golden trace of another test is not compared with`() throws {
        let folder = try GoldenFolder()
        let line = #line - 5
        withKnownIssue { expectShared("one test", in: folder) }
        expectShared("one test", in: folder)
        withKnownIssue {
            expectTrace(named: "one/test", in: folder.path, record: .failed) { program(3) }
        } matching: {
            $0.description.contains("is that of another test as well, at ExpectTraceTests.swift:\(line): ")
                && $0.description.contains("Give one of the two another name.")
        }
        expectShared("one test", in: folder)
    }

    @Test func `a missing golden trace fails where none is recorded`() throws {
        let folder = try GoldenFolder()
        withKnownIssue {
            expectTrace(named: "none", in: folder.path, record: .never) { program() }
        } matching: {
            $0.description.contains("There is no golden trace")
        }
        #expect(folder.files == ["none.actual.golden"])
    }

    @Test func `what the closure throws comes through, and nothing is compared`() throws {
        struct Failure: Error {}
        let folder = try GoldenFolder()
        #expect(throws: Failure.self) {
            try expectTrace(named: "throwing", in: folder.path, record: .all) { throw Failure() }
        }
        #expect(folder.files.isEmpty)
    }

    /// SwiftPM warns of files that it does not know in a target's folder, and of a manifest that leaves out what is not there.
    @Test func `golden traces lie beside the target's folder, or where they lay`() throws {
        let folder = try GoldenFolder()
        let tests = folder.path + "/Tests/AppTests"
        let traces = folder.path + "/Tests/__Traces__/AppTests"
        #expect(TraceExpectation.folder(for: "\(tests)/SearchTests.swift") == "\(traces)/SearchTests")
        // Two suites of one name, in two folders.
        #expect(TraceExpectation.folder(for: "\(tests)/Cart/SearchTests.swift") == "\(traces)/Cart/SearchTests")
        try FileManager.default.createDirectory(
            atPath: "\(tests)/__Traces__/SearchTests", withIntermediateDirectories: true)
        #expect(TraceExpectation.folder(for: "\(tests)/SearchTests.swift") == "\(tests)/__Traces__/SearchTests")
        #expect(TraceExpectation.folder(for: "/app/Search/SearchTests.swift") == "/app/Search/__Traces__/SearchTests")
        #expect(TraceExpectation.folder(for: "/app/Tests/Some.swift") == "/app/Tests/__Traces__/Some")
    }

    @Test func `the trace of the test's file is compared with, wherever the lines moved to`() {
        let trace = expectTrace(named: "map") { program() }
        #expect(trace.calls.contains { $0.event?.value == "4" })
    }
}

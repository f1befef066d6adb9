import Foundation
import RxInstrumented
import RxSwift
import RxTraceKit
import RxTraceTestSupport
import RxTraceTesting
import Testing
import XCTest

/// Tests that are recorded, when `TracedTraitTests` runs them in a process of their own.
@Suite(.traced, .timeLimit(.generous)) struct TracedExamples {
    @Test func one() {
        _ = Observable.of(1, 2).map { $0 * 2 }.subscribe()
    }

    @Test(arguments: ["a", "b"])
    func several(text: String) {
        _ = Observable.just(text).subscribe()
    }

    @Test(.traced(RecordingOptions(values: .none))) func withoutValues() {
        _ = Observable.just("secret").subscribe()
    }

    @Test func nothing() {}
}

final class TracedTestCaseExamples: TracedTestCase {
    private let subject = PublishSubject<Int>()

    override func tearDown() { subject.onNext(3) }

    func testSends() {
        _ = subject.subscribe()
        subject.onNext(1)
    }

    func testCompletes() { subject.onCompleted() }
}

struct TracedTests {
    /// Runs this very program's tests, those whose names match, with traces going to a folder.
    private func traces(of tests: [String], asked: Bool = true) throws -> [String: Trace] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("traces-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (hasPassed, _) = try TestProcess.run(tests, environment: ["RXTRACE_TRACES": asked ? folder.path : nil])
        #expect(hasPassed)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try Dictionary(
            uniqueKeysWithValues: files.map {
                ($0, try TraceReader.read(contentsOf: folder.appendingPathComponent($0).path))
            })
    }

    private func values(_ trace: Trace?) -> [String] {
        trace?.calls.filter { $0.operation == .onCore }.compactMap(\.event?.value) ?? []
    }

    @Test func `each test of Swift Testing has a trace of its own`() throws {
        let traces = try traces(of: ["--testing-library", "swift-testing", "--filter", "TracedExamples"])
        let prefix = "RxTraceTestingTests.TracedExamples"
        #expect(
            traces.keys.sorted() == [
                "\(prefix).nothing().json", "\(prefix).one().json", "\(prefix).several(text-).2.json",
                "\(prefix).several(text-).json", "\(prefix).withoutValues().json",
            ])
        #expect(values(traces["\(prefix).one().json"]) == ["2", "4"])
        #expect(traces["\(prefix).nothing().json"]?.calls.isEmpty == true)
        let several = ["\(prefix).several(text-).json", "\(prefix).several(text-).2.json"].map { values(traces[$0]) }
        #expect(Set(several) == [["a"], ["b"]])
        #expect(traces["\(prefix).withoutValues().json"]?.calls.isEmpty == false)
        #expect(values(traces["\(prefix).withoutValues().json"]).isEmpty)
        #expect(traces["\(prefix).one().json"]?.scenario == "\(prefix).one()")
    }

    @Test func `each test of XCTest has one, with its tear-down`() throws {
        let traces = try traces(of: ["RxTraceTestingTests.TracedTestCaseExamples"])
        #expect(
            traces.keys.sorted() == [
                "TracedTestCaseExamples.testCompletes.json", "TracedTestCaseExamples.testSends.json",
            ])
        let sent = traces["TracedTestCaseExamples.testSends.json"]
        #expect(values(sent) == ["1", "3"])
    }

    @Test func `nothing is recorded unless it is asked for`() throws {
        let traces = try traces(
            of: ["--testing-library", "swift-testing", "--filter", "TracedExamples"], asked: false)
        #expect(traces.isEmpty)
    }
}

import Foundation
import RxInstrumented
import RxTraceKit
import Testing
import XCTest

/// Records each test that has it, where the environment asks for traces; see `Trait.traced`.
public struct TracedTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let options: RecordingOptions
    private let id = UUID()

    fileprivate init(options: RecordingOptions) {
        self.options = options
    }

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Of a suite's and a test's own the last one counts.
        let last = test.traits.compactMap { $0 as? TracedTrait }.last
        guard testCase != nil, last?.id == id, let folder = TestTraces.folder else { return try await function() }
        await TestTurn.shared.take()
        let outcome = await Result.catching {
            try await TestTurn.$isTaken.withValue(true) { try await record(test, to: folder, function) }
        }
        await TestTurn.shared.leave()
        try outcome.get()
    }

    private func record(_ test: Test, to folder: String, _ function: () async throws -> Void) async throws {
        let name = "\(test.id)".split(separator: "/").prefix { !$0.hasSuffix(".swift") && !$0.contains(".swift:") }
            .joined(separator: ".")
        try await TestRecording.start(name, options: options)
        let outcome = await Result.catching(function)
        if let failure = TestTraces.write(try await TestRecording.stop(name).get(), to: folder, test: name) {
            Issue.record(Comment(rawValue: failure), sourceLocation: test.sourceLocation)
        }
        try outcome.get()
    }
}

extension Trait where Self == TracedTrait {
    /// Records each test of a suite, or one, into a file of its own, where `RXTRACE_TRACES` names a folder:
    ///
    /// ```swift
    /// @Suite(.traced) struct SearchTests { … }
    /// ```
    ///
    /// ```
    /// RXTRACE_TRACES=traces swift test
    /// rxtrace tree traces/SearchTests.SearchTests.searchesOnce().json
    /// ```
    ///
    /// Without the variable, nothing is recorded. Tests that have the trait run one after the other then, and a test's
    /// trace has the calls of the thread it runs on and the work they schedule, on any thread: calls that other tests
    /// make at the same time are not in it. For a test that goes on on other threads, as one of an actor or one that
    /// awaits does, see ``traced(_:)``. `rxtrace test` needs no trait: it runs each test in a process of its own.
    public static var traced: TracedTrait { traced(RecordingOptions(scope: .caused)) }

    /// As ``traced``, with other options, such as `RecordingOptions(scope: .process)` for all that happens meanwhile, on
    /// all threads.
    public static func traced(_ options: RecordingOptions) -> TracedTrait { TracedTrait(options: options) }
}

extension Result where Success == Void, Failure == any Error {
    fileprivate static func catching(_ body: () async throws -> Void) async -> Self {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}

/// A test case of XCTest whose tests are recorded, each into a file of its own, where `RXTRACE_TRACES` names a folder.
///
/// ```swift
/// final class SearchTests: TracedTestCase { … }
/// ```
///
/// ```
/// RXTRACE_TRACES=traces swift test
/// rxtrace tree traces/SearchTests.testSearchesOnce.json
/// ```
///
/// Without the variable it is a test case as any other. All calls are recorded that are made while the test runs, with
/// its `setUp` and `tearDown`, on any thread.
open class TracedTestCase: XCTestCase {
    open override func invokeTest() {
        guard let folder = TestTraces.folder else { return super.invokeTest() }
        do {
            try Trace.start(name)
            super.invokeTest()
            guard let trace = try Trace.stop() else { return }
            if let failure = TestTraces.write(trace, to: folder, test: name) { XCTFail(failure) }
        } catch {
            XCTFail("\(name) was not recorded: \(error)")
        }
    }
}

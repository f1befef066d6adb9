import RxInstrumented
import RxTraceKit
import XCTest

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

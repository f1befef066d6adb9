import RxInstrumented
import RxTraceKit
import XCTest

/// Records the calls of `body` and asserts that they are those of the golden trace; for XCTest.
///
/// ```swift
/// func testSearchesOnce() {
///     XCTAssertTrace(named: "search") {
///         _ = Observable.of("a", "b").map { $0.uppercased() }.subscribe()
///     }
/// }
/// ```
///
/// It works as ``expectTrace(named:in:record:ignoring:values:fileID:filePath:line:column:_:)`` does, with the failure at
/// this call.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func XCTAssertTrace(
    named name: String, in folder: String? = nil, record: GoldenRecordMode? = nil,
    ignoring: Set<TraceDifference.Aspect> = [.sites], values: RecordedValues = .short, file: StaticString = #filePath,
    line: UInt = #line, _ body: () throws -> Void
) rethrows -> Trace {
    let trace = try Trace.record(name, options: RecordingOptions(values: values, scope: .caused), body)
    let expectation = TraceExpectation(name, folder: folder, record: record, ignoring: ignoring, testFile: "\(file)")
    if let failure = expectation.failure(of: trace) {
        XCTFail(failure, file: file, line: line)
    }
    return trace
}

// A test that imports this module alone can name what it passes and gets.
import RxInstrumented
@_exported import RxTraceKit
import Testing
import XCTest

/// Records the calls of `body` and expects them to be those of the golden trace; for Swift Testing.
///
/// ```swift
/// @Test func searchesOnce() {
///     expectTrace(named: "search") {
///         let query = PublishSubject<String>()
///         let subscription = query.distinctUntilChanged().subscribe()
///         query.onNext("rx")
///         subscription.dispose()
///     }
/// }
/// ```
///
/// The first run records `Tests/__Traces__/AppTests/SearchTests/search.golden`, for a test in
/// `Tests/AppTests/SearchTests.swift`, and fails, saying so; the runs that follow compare. A difference fails the test at
/// this call with the changes, and leaves the new trace beside the golden one. Variations that the timing of threads decides
/// are no difference: see `TraceDifference`.
///
/// Recorded are the calls of this thread and the work they schedule, on any thread; all work that `body` starts has to
/// be over when it returns. One recording runs at a time: tests side by side wait for each other.
///
/// - Parameters:
///   - name: the golden trace's name. No other test of the file has it: the second one that does fails, and names the first.
///   - folder: where golden traces lie; nil for `__Traces__` beside the target's folder, or beside the test's file where
///     it is there.
///   - record: when to write the golden trace; nil for the word of `RXTRACE_RECORD`, or never where `CI` is set and
///     otherwise where it is missing.
///   - ignoring: the aspects that are not compared: places in the source, unless asked for, because every line added
///     above a test would change them.
///   - values: how much of each value is kept, and so compared: 80 characters, or 4,096 by `.full`.
///   - fileID: the test's file, as failures name it.
///   - filePath: the test's file, which says where golden traces lie.
///   - line: the line of the call.
///   - column: the column of the call.
///   - function: the test's function, in which several calls may have one name.
///   - body: makes the calls that are recorded.
/// - Returns: the recorded trace, for expectations of its own.
/// - Throws: the errors of `body`; nothing is compared then.
@discardableResult
public func expectTrace(
    named name: String, in folder: String? = nil, record: GoldenRecordMode? = nil,
    ignoring: Set<TraceDifference.Aspect> = [.sites], values: RecordedValues = .short, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column, function: String = #function,
    _ body: () throws -> Void
) rethrows -> Trace {
    let trace = try ThreadRecordings.run {
        try Trace.record(name, options: RecordingOptions(values: values, scope: .caused), body)
    }
    let expectation = TraceExpectation(
        name, folder: folder, record: record, ignoring: ignoring,
        at: GoldenNames.Place(file: filePath, line: line, function: function))
    if let failure = expectation.failure(of: trace) {
        let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        Issue.record(failure.comment, sourceLocation: location)
    }
    return trace
}

extension String {
    fileprivate var comment: Comment { Comment(rawValue: self) }
}

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
/// It works as ``expectTrace(named:in:record:ignoring:values:fileID:filePath:line:column:function:_:)`` does, with the failure at
/// this call.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func XCTAssertTrace(
    named name: String, in folder: String? = nil, record: GoldenRecordMode? = nil,
    ignoring: Set<TraceDifference.Aspect> = [.sites], values: RecordedValues = .short, file: StaticString = #filePath,
    line: UInt = #line, function: String = #function, _ body: () throws -> Void
) rethrows -> Trace {
    let trace = try ThreadRecordings.run {
        try Trace.record(name, options: RecordingOptions(values: values, scope: .caused), body)
    }
    let expectation = TraceExpectation(
        name, folder: folder, record: record, ignoring: ignoring,
        at: GoldenNames.Place(file: "\(file)", line: Int(line), function: function))
    if let failure = expectation.failure(of: trace) {
        XCTFail(failure, file: file, line: line)
    }
    return trace
}

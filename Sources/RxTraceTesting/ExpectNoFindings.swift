import RxInstrumented
import RxTraceKit
import Testing

/// Records the calls of `body` and expects that no subscription they made is alive when it has returned; for Swift Testing.
///
/// ```swift
/// @Test func closingReleasesAll() {
///     expectNoLeaks {
///         let screen = Screen()
///         screen.open()
///     }
/// }
/// ```
///
/// Each subscription that is left fails the test at this call, with its line, its keeper and the way out, as `rxtrace leaks`
/// tells of it. A DisposeBag that is alive after the closure counts, whoever keeps it: a bag of the test's own belongs in the
/// closure. Recorded are the calls of this thread and the work they schedule, on any thread; all of it has to be over when
/// `body` returns. One recording runs at a time: tests side by side wait for each other.
///
/// - Parameters:
///   - patterns: leaks that are meant, by place (`Cell.swift`, `Views/*.swift`, `Cell.swift:12`), type or keeper (`bag`,
///     `connection`, `replaced`, `source`). A comment `// rxtrace:disable leak` at the line says the same.
///   - fileID: the test's file, as failures name it.
///   - filePath: the test's file.
///   - line: the line of the call.
///   - column: the column of the call.
///   - body: makes the calls that are recorded.
/// - Returns: the recorded trace, for expectations of its own.
/// - Throws: the errors of `body`; nothing is looked at then.
@discardableResult
public func expectNoLeaks(
    allowing patterns: [String] = [], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ body: () throws -> Void
) rethrows -> Trace {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let trace = try TestRecording.record("no leaks", body)
    FindingExpectation(leaksAllowing: patterns).expect(trace, at: location)
    return trace
}

/// Records the calls of an asynchronous `body` and expects that no subscription they made is alive when it has returned.
///
/// ```swift
/// @Test func closingReleasesAll() async throws {
///     try await expectNoLeaks {
///         let screen = Screen()
///         try await screen.load()
///     }
/// }
/// ```
///
/// It works as ``expectNoLeaks(allowing:fileID:filePath:line:column:_:)`` does, with the calls that the closure's task
/// makes, on whichever thread, and the work that they schedule. Where the program's hops cannot be followed (see
/// docs/hops.md), the calls of all threads are looked at: nothing else that uses Rx may run meanwhile.
@discardableResult
public func expectNoLeaks(
    allowing patterns: [String] = [], fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, isolation: isolated (any Actor)? = #isolation, _ body: @escaping () async throws -> Void
) async throws -> Trace {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let trace = try await TestRecording.record("no leaks", isolation: isolation, body)
    FindingExpectation(leaksAllowing: patterns).expect(trace, at: location)
    return trace
}

/// Records the calls of `body` and expects that no rule of `rxtrace lint` finds a fault in them; for Swift Testing.
///
/// ```swift
/// @Test func searchIsSound() {
///     expectNoFindings(except: ["unreleased-bag"]) {
///         let model = SearchModel()
///         model.query.onNext("rx")
///     }
/// }
/// ```
///
/// Each finding fails the test at this call with its text: the line of the source, the calls that prove it, the way out.
/// What is recorded is what ``expectNoLeaks(allowing:fileID:filePath:line:column:_:)`` records. Comments
/// `// rxtrace:disable RULE` in the source are heeded.
///
/// - Parameters:
///   - rules: the rules that are not looked at, by name, as in `rxtrace lint --disable`.
///   - mainThread: the handlers that have to run on the main thread, as in `rxtrace lint --main-thread`.
///   - least: the least severity that fails: a note may well be meant.
///   - fileID: the test's file, as failures name it.
///   - filePath: the test's file.
///   - line: the line of the call.
///   - column: the column of the call.
///   - body: makes the calls that are recorded.
/// - Returns: the recorded trace, for expectations of its own.
/// - Throws: the errors of `body`; nothing is looked at then.
@discardableResult
public func expectNoFindings(
    except rules: [String] = [], mainThread: [String] = [], least: Trace.Finding.Severity = .warning,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: () throws -> Void
) rethrows -> Trace {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let trace = try TestRecording.record("no findings", body)
    FindingExpectation(lintExcept: rules, mainThread: mainThread, least: least).expect(trace, at: location)
    return trace
}

/// Records the calls of an asynchronous `body` and expects that no rule of `rxtrace lint` finds a fault in them.
///
/// ```swift
/// @Test func searchIsSound() async throws {
///     try await expectNoFindings { try await SearchModel().search("rx") }
/// }
/// ```
///
/// It works as ``expectNoFindings(except:mainThread:least:fileID:filePath:line:column:_:)`` does, with the calls that the
/// closure's task makes, on whichever thread, and the work that they schedule.
@discardableResult
public func expectNoFindings(
    except rules: [String] = [], mainThread: [String] = [], least: Trace.Finding.Severity = .warning,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping () async throws -> Void
) async throws -> Trace {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let trace = try await TestRecording.record("no findings", isolation: isolation, body)
    FindingExpectation(lintExcept: rules, mainThread: mainThread, least: least).expect(trace, at: location)
    return trace
}

extension FindingExpectation {
    fileprivate func expect(_ trace: Trace, at location: SourceLocation) {
        for failure in failures(of: trace) { Issue.record(Comment(rawValue: failure), sourceLocation: location) }
    }
}

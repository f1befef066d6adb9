import RxInstrumented
import RxTraceKit
import XCTest

/// Records the calls of `body` and asserts that no subscription they made is alive when it has returned; for XCTest.
///
/// ```swift
/// func testClosingReleasesAll() {
///     XCTAssertNoLeaks {
///         let screen = Screen()
///         screen.open()
///     }
/// }
/// ```
///
/// It works as ``expectNoLeaks(allowing:fileID:filePath:line:column:_:)`` does, with the failures at this call.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func XCTAssertNoLeaks(
    allowing patterns: [String] = [], file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
) rethrows -> Trace {
    let trace = try TestRecording.record("no leaks", body)
    FindingExpectation(leaksAllowing: patterns).check(trace, file, line)
    return trace
}

/// Records the calls of an asynchronous `body` and asserts that no subscription they made is alive when it has returned.
///
/// ```swift
/// func testClosingReleasesAll() async throws {
///     try await XCTAssertNoLeaks { try await Screen().load() }
/// }
/// ```
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func XCTAssertNoLeaks(
    allowing patterns: [String] = [], file: StaticString = #filePath, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping () async throws -> Void
) async throws -> Trace {
    let trace = try await TestRecording.record("no leaks", isolation: isolation, body)
    FindingExpectation(leaksAllowing: patterns).check(trace, file, line)
    return trace
}

/// Records the calls of `body` and asserts that no rule of `rxtrace lint` finds a fault in them; for XCTest.
///
/// ```swift
/// func testSearchIsSound() {
///     XCTAssertNoFindings(except: ["unreleased-bag"]) { SearchModel().query.onNext("rx") }
/// }
/// ```
///
/// It works as ``expectNoFindings(except:mainThread:least:fileID:filePath:line:column:_:)`` does, with the failures at
/// this call.
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func XCTAssertNoFindings(
    except rules: [String] = [], mainThread: [String] = [], least: Trace.Finding.Severity = .warning,
    file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
) rethrows -> Trace {
    let trace = try TestRecording.record("no findings", body)
    FindingExpectation(lintExcept: rules, mainThread: mainThread, least: least).check(trace, file, line)
    return trace
}

/// Records the calls of an asynchronous `body` and asserts that no rule of `rxtrace lint` finds a fault in them.
///
/// ```swift
/// func testSearchIsSound() async throws {
///     try await XCTAssertNoFindings { try await SearchModel().search("rx") }
/// }
/// ```
// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
public func XCTAssertNoFindings(
    except rules: [String] = [], mainThread: [String] = [], least: Trace.Finding.Severity = .warning,
    file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping () async throws -> Void
) async throws -> Trace {
    let trace = try await TestRecording.record("no findings", isolation: isolation, body)
    FindingExpectation(lintExcept: rules, mainThread: mainThread, least: least).check(trace, file, line)
    return trace
}

extension FindingExpectation {
    fileprivate func check(_ trace: Trace, _ file: StaticString, _ line: UInt) {
        for failure in failures(of: trace) { XCTFail(failure, file: file, line: line) }
    }
}

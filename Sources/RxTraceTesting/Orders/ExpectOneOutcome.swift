import Foundation
import RxTraceExploring
import Testing
import XCTest

/// Runs `body` in every order that its threads allow, and expects one outcome; for Swift Testing.
///
/// ```swift
/// @Test func countsBoth() {
///     expectOneOutcome(orders: 500) {
///         let count = BehaviorRelay(value: 0)
///         let group = DispatchGroup()
///         for _ in 1...2 {
///             DispatchQueue.global().async(group: group) { count.accept(count.value + 1) }
///         }
///         group.wait()
///         #expect(count.value == 2)
///     }
/// }
/// ```
///
/// The body is not run in this process: each order is run in a process of its own, which runs this test up to here, and then
/// the body with one thread at a time and with time of its own. What it changes outside of itself is not seen behind this
/// call. Issues that it records, an error that it throws, a deadlock, a trap, an order that does not end and a second outcome fail
/// the test at this call, with the outcomes, the turn that decides, and a token for each, which the parameter `order` takes.
/// A recording of each outcome is left beside the golden traces of the file: `countsBoth.outcome-1.rxtrace`.
///
/// Linux only; elsewhere the test fails with a line that says so. A test with arguments has no orders of its
/// own. In a test that `rxtrace test` runs in orders, the body is run in the command's.
///
/// - Parameters:
///   - orders: how many orders are run at most.
///   - order: a token: the body is run in just this order, and what it records fails the test.
///   - like: the path of a recording that was made without control: the body is run in the order that leads along it.
///   - seed: begins what is chosen by chance with another number, where there are more orders.
///   - comparing: what two orders have to agree in.
///   - timeout: how long one order may take, in seconds.
///   - folder: where the recordings of the outcomes are left; nil for the folder of the file's golden traces.
///   - fileID: the test's file, as failures name it.
///   - filePath: the test's file, which says where recordings are left.
///   - line: the line of the call.
///   - column: the column of the call.
///   - body: begins and ends all its work.
public func expectOneOutcome(
    orders: Int = 500, order: String? = nil, like: String? = nil, seed: Int = 1, comparing: ComparedOutcome = .all,
    timeout: Int = 10, in folder: String? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column, _ body: () throws -> Void
) {
    let place = "\(fileID):\(line):\(column)"
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if ControlledBody.isUnderCommand {
        return ControlledBody.runHere(body) { Issue.record($0, sourceLocation: location) }
    }
    if ControlledBody.asked == place { ControlledBody.run(body) }
    guard ControlledBody.asked == nil else { return }
    let request = OrderRequest(
        orders: orders, order: order, like: like, seed: seed, comparing: comparing, timeout: timeout, folder: folder)
    if let failure = request.failure(of: Test.current, body: place, file: filePath) {
        Issue.record(Comment(rawValue: failure), sourceLocation: location)
    }
}

/// The same for a body that awaits.
public func expectOneOutcome(
    orders: Int = 500, order: String? = nil, like: String? = nil, seed: Int = 1, comparing: ComparedOutcome = .all,
    timeout: Int = 10, in folder: String? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async {
    let place = "\(fileID):\(line):\(column)"
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if ControlledBody.isUnderCommand {
        return await ControlledBody.runHere(body) { Issue.record($0, sourceLocation: location) }
    }
    if ControlledBody.asked == place { await ControlledBody.run(body) }
    guard ControlledBody.asked == nil else { return }
    let request = OrderRequest(
        orders: orders, order: order, like: like, seed: seed, comparing: comparing, timeout: timeout, folder: folder)
    if let failure = await request.failureAside(of: Test.current, body: place, file: filePath) {
        Issue.record(Comment(rawValue: failure), sourceLocation: location)
    }
}

/// Runs `body` in every order that its threads allow, and asserts that it has one outcome; for XCTest.
///
/// ```swift
/// func testCountsBoth() {
///     XCTAssertOneOutcome(of: self, orders: 500) {
///         …
///     }
/// }
/// ```
///
/// It works as ``expectOneOutcome(orders:order:like:seed:comparing:timeout:in:fileID:filePath:line:column:_:)`` does, with the failure
/// at this call.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertOneOutcome(
    of test: XCTestCase, orders: Int = 500, order: String? = nil, like: String? = nil, seed: Int = 1,
    comparing: ComparedOutcome = .all, timeout: Int = 10, in folder: String? = nil, file: StaticString = #filePath,
    line: UInt = #line,
    _ body: () throws -> Void
) {
    if ControlledBody.isUnderCommand {
        return ControlledBody.runHere(body) { XCTFail("threw \($0)", file: file, line: line) }
    }
    let place = "\(file):\(line)"
    if ControlledBody.asked == place { ControlledBody.run(body) }
    guard ControlledBody.asked == nil else { return }
    let request = OrderRequest(
        orders: orders, order: order, like: like, seed: seed, comparing: comparing, timeout: timeout, folder: folder)
    if let failure = request.failure(
        of: ExploredTest(test, body: place, folder: folder ?? TraceExpectation.folder(for: "\(file)")))
    {
        XCTFail(failure, file: file, line: line)
    }
}

/// The same for a body that awaits.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func XCTAssertOneOutcome(
    of test: XCTestCase, orders: Int = 500, order: String? = nil, like: String? = nil, seed: Int = 1,
    comparing: ComparedOutcome = .all, timeout: Int = 10, in folder: String? = nil, file: StaticString = #filePath,
    line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async {
    if ControlledBody.isUnderCommand {
        return await ControlledBody.runHere(body) { XCTFail("threw \($0)", file: file, line: line) }
    }
    let place = "\(file):\(line)"
    if ControlledBody.asked == place { await ControlledBody.run(body) }
    guard ControlledBody.asked == nil else { return }
    let request = OrderRequest(
        orders: orders, order: order, like: like, seed: seed, comparing: comparing, timeout: timeout, folder: folder)
    let explored = ExploredTest(test, body: place, folder: folder ?? TraceExpectation.folder(for: "\(file)"))
    if let failure = await request.failureAside(of: explored) { XCTFail(failure, file: file, line: line) }
}

import RxSwift
import RxTest
import XCTest

/// The overloads pass and fail as they should, and are what a test gets that names none.
final class XCTAssertEqualTests: XCTestCase {
    private struct Failure: Error {}

    /// The failures of assertions that are to fail; nil outside of them.
    private var expected: [String]?

    #if canImport(Darwin)
        override func record(_ issue: XCTIssue) {
            guard expected == nil else { return expected?.append(issue.compactDescription) ?? () }
            super.record(issue)
        }
    #else
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
            expected isExpected: Bool
        ) {
            guard expected == nil else { return expected?.append(description) ?? () }
            super.recordFailure(
                withDescription: description, inFile: filePath, atLine: lineNumber, expected: isExpected)
        }
    #endif

    /// Asserts that `body` fails once, with a text that has `part` in it.
    private func assertFails(_ part: String, line: UInt = #line, _ body: () -> Void) {
        expected = []
        body()
        let failures = expected ?? []
        expected = nil
        XCTAssertEqual(failures.count, 1, line: line)
        XCTAssertTrue(failures.allSatisfy { $0.contains(part) }, "\(failures)", line: line)
    }

    func testUnequalListsFailAndAreShown() {
        let events: [Recorded<Event<Int>>] = [.next(10, 1), .completed(20)]
        let elements = Array(events.prefix(1))
        assertFails("next(1) @ 10\n    completed @ 20\nand:\n    next(1) @ 11") {
            XCTAssertEqual(events, [.next(11, 1), .completed(20)])
        }
        assertFails("completed @ 20") { XCTAssertRecordedElements(events, [1]) }
        assertFails("1\nand:\n    2") { XCTAssertRecordedElements(elements, [2]) }
        assertFails("next(1)") { XCTAssertEqual([Event.next(1)], [.next(1), .completed]) }
        assertFails("nil") { XCTAssertEqual([Recorded<Event<Int?>>.next(1, nil)], [.next(1, 1)]) }
        assertFails("success(1)") { XCTAssertEqual([SingleEvent<Int>.success(1)], [.failure(Failure())]) }
        assertFails("completed") { XCTAssertEqual([MaybeEvent.success(1)], [.completed]) }
        assertFails("Failure") { XCTAssertEqual([CompletableEvent.completed], [.error(Failure())]) }
    }

    func testEqualListsPass() {
        let scheduler = TestScheduler(initialClock: 0)
        let numbers = scheduler.createObserver(Int.self)
        let optionals = scheduler.createObserver(Int?.self)
        scheduler.scheduleAt(10) {
            numbers.onNext(1)
            optionals.onNext(nil)
        }
        scheduler.scheduleAt(20) { optionals.onError(Failure()) }
        scheduler.start()
        XCTAssertEqual(numbers.events, [.next(10, 1)])
        XCTAssertEqual(numbers.events, Recorded.events(.next(10, 1)))
        XCTAssertEqual(numbers.events, Recorded.events([.next(10, 1)]))
        XCTAssertEqual(optionals.events, [.next(10, nil), .error(20, Failure())])
        XCTAssertRecordedElements(numbers.events, [1])
        XCTAssertEqual(numbers.events.map(\.value), [.next(1)])
        XCTAssertEqual([SingleEvent<Int>.success(1), .failure(Failure())], [.success(1), .failure(Failure())])
        XCTAssertEqual([MaybeEvent<Int>.success(1), .completed], [.success(1), .completed])
        XCTAssertEqual([CompletableEvent.error(Failure())], [.error(Failure())])
    }
}

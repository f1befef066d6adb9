public import RxInstrumented
import XCTest

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asserts that two lists of events are equal.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Event<Element>], _ rhs: [Event<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    assertEqual(lhs, rhs, by: ==, file, line)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asserts that two lists of a `Single`'s events are equal.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [SingleEvent<Element>], _ rhs: [SingleEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    assertEqual(lhs, rhs, by: areEqual, file, line)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asserts that two lists of a `Maybe`'s events are equal.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [MaybeEvent<Element>], _ rhs: [MaybeEvent<Element>], file: StaticString = #filePath, line: UInt = #line
) {
    assertEqual(lhs, rhs, by: ==, file, line)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asserts that two lists of a `Completable`'s events are equal.
public func XCTAssertEqual(
    _ lhs: [CompletableEvent], _ rhs: [CompletableEvent], file: StaticString = #filePath, line: UInt = #line
) {
    assertEqual(lhs, rhs, by: ==, file, line)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asserts that two lists of events are equal, and their times.
///
/// ```swift
/// XCTAssertEqual(observer.events, [.next(210, 1), .completed(220)])
/// ```
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element>>], _ rhs: [Recorded<Event<Element>>], file: StaticString = #filePath,
    line: UInt = #line
) {
    assertEqual(lhs, rhs, by: ==, file, line)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asserts that two lists of events are equal, and their times; for elements that may be nil.
public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element?>>], _ rhs: [Recorded<Event<Element?>>], file: StaticString = #filePath,
    line: UInt = #line
) {
    assertEqual(lhs, rhs, by: ==, file, line)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Asserts that a list of events is that of these elements, at whatever times, and has no `error` or `completed`.
public func XCTAssertRecordedElements<Element: Equatable>(
    _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath, line: UInt = #line
) {
    if let stop = stream.first(where: \.value.isStopEvent) {
        return XCTFail("only elements were to come, but here is \(stop)", file: file, line: line)
    }
    assertEqual(stream.compactMap(\.value.element), elements, by: ==, file, line)
}

/// Fails with both lists, one value a line, so that they can be read side by side.
private func assertEqual<Value>(
    _ lhs: [Value], _ rhs: [Value], by areEqual: (Value, Value) -> Bool, _ file: StaticString, _ line: UInt
) {
    guard !lhs.elementsEqual(rhs, by: areEqual) else { return }
    func list(_ values: [Value]) -> String { values.map { "\n    \($0)" }.joined() }
    XCTFail("these are not equal:\(list(lhs))\nand:\(list(rhs))", file: file, line: line)
}

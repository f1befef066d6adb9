import Foundation
public import Foundation
import RxInstrumented
public import RxInstrumented

/// An observable sequence that is waited for.
///
/// Each function subscribes, runs the run loop of the calling thread until it has its answer, and disposes of the
/// subscription. On the main thread, work of the main queue and of `MainScheduler` runs meanwhile.
public struct BlockingObservable<Element> {
    let timeout: TimeInterval?
    let source: Observable<Element>
}

extension BlockingObservable {
    /// All elements.
    ///
    /// - Throws: the sequence's error, or `timeout`.
    public func toArray() throws -> [Element] {
        try collect().elements
    }

    /// The first element, as soon as it comes; nil if the sequence completes without one.
    ///
    /// - Throws: the sequence's error, or `timeout`.
    public func first() throws -> Element? {
        try collect(atMost: 1).elements.first
    }

    /// The last element; nil if the sequence completes without one.
    ///
    /// - Throws: the sequence's error, or `timeout`.
    public func last() throws -> Element? {
        try collect().elements.last
    }

    /// The only element.
    ///
    /// - Throws: `noElements`, `moreThanOneElement` as soon as a second one comes, the sequence's
    ///   error, or `timeout`.
    public func single() throws -> Element {
        try single { _ in true }
    }

    /// The only element that fulfils `predicate`.
    ///
    /// - Throws: `noElements`, `moreThanOneElement` as soon as a second one comes, the error of the
    ///   sequence or of `predicate`, or `timeout`.
    public func single(_ predicate: @escaping (Element) throws -> Bool) throws -> Element {
        let elements = try collect(atMost: 2, where: predicate).elements
        guard let element = elements.first else { throw RxError.noElements }
        guard elements.count == 1 else { throw RxError.moreThanOneElement }
        return element
    }

    /// All elements, and how the sequence ended; the error of one that took too long is `timeout`.
    public func materialize() -> MaterializedSequenceResult<Element> {
        collect()
    }
}

extension MaterializedSequenceResult {
    /// The elements of a sequence that completed.
    fileprivate var elements: [T] {
        get throws {
            switch self {
            case .completed(let elements): return elements
            case .failed(_, let error): throw error
            }
        }
    }
}

extension ObservableConvertibleType {
    /// The sequence, with functions that wait for it: meant for tests.
    ///
    /// ```swift
    /// let numbers = try Observable.of(1, 2).delay(.seconds(1), scheduler: MainScheduler.instance).toBlocking().toArray()
    /// // [1, 2], a second later
    /// ```
    ///
    /// - Parameter timeout: how many seconds each of the functions waits at most; without a limit if nil. After that it
    ///   fails with ``RxError/timeout``.
    public func toBlocking(timeout: TimeInterval? = nil) -> BlockingObservable<Element> {
        BlockingObservable(timeout: timeout, source: asObservable())
    }
}

/// What a sequence that was waited for has sent, and how it ended.
@frozen public enum MaterializedSequenceResult<T> {
    /// The sequence completed.
    case completed(elements: [T])
    /// The sequence failed, or took too long, after these elements.
    case failed(elements: [T], error: any Error)
}

import Foundation
import RxInstrumented

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

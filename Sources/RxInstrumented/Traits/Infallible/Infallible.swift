/// A sequence that cannot fail.
///
/// ```swift
/// Infallible.of(1, 2).map { $0 * 10 }.subscribe(onNext: { print($0) })  // 10 20
/// ```
public struct Infallible<Element>: InfallibleType {
    @usableFromInline let source: Observable<Element>

    /// - Parameter source: a sequence that does not fail.
    @inlinable package init(_ source: Observable<Element>) {
        self.source = source
    }

    /// The sequence as an observable.
    @inlinable public func asObservable() -> Observable<Element> { source }
}

/// The protocol that operators of sequences that cannot fail are written for.
public protocol InfallibleType: ObservableConvertibleType {}

/// One delivery of an ``Infallible``: any number of elements come, then at most one `completed`.
public enum InfallibleEvent<Element> {
    /// The next element of the sequence.
    case next(Element)
    /// The sequence ended; no event follows.
    case completed
}

extension InfallibleEvent: EventConvertible {
    /// The event as one of an observable.
    @inlinable public var event: Event<Element> {
        switch self {
        case .next(let element): .next(element)
        case .completed: .completed
        }
    }
}

extension Infallible {
    /// As that of any observable; the result still cannot fail.
    @discardableResult
    public func traced(_ name: String) -> Self {
        source.traced(name)
        return self
    }
}

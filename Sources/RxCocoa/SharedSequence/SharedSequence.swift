public import RxInstrumented

/// A sequence that cannot fail, whose observers share one subscription, and are told on one scheduler.
///
/// Its `SharingStrategy` says which scheduler, and whether a new observer is sent the last element: ``Driver`` and
/// ``Signal`` are the two there are.
///
/// ```swift
/// let title: Driver<String> = name.asDriver().map { "Hello, \($0)" }
/// ```
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>: SharedSequenceConvertibleType {
    @usableFromInline let source: Observable<Element>

    /// Shares a sequence, which does not fail and sends on the strategy's scheduler.
    @inlinable init(_ source: Observable<Element>) {
        self.source = SharingStrategy.share(source)
    }

    /// - Parameter raw: a sequence as above that is shared, or need not be.
    @inlinable init(raw source: Observable<Element>) {
        self.source = source
    }

    /// The sequence without its promises.
    @inlinable public func asObservable() -> Observable<Element> { source }

    /// The sequence itself.
    @inlinable public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }

    /// Gives the sequence a name, by which traces tell it from others of its type.
    ///
    /// ```swift
    /// let title = name.asDriver().map { "Hello, \($0)" }.traced("title")
    /// ```
    ///
    /// - Returns: the same sequence.
    @discardableResult
    public func traced(_ name: String) -> Self {
        source.traced(name)
        return self
    }
}

/// How the observers of a ``SharedSequence`` share it.
public protocol SharingStrategyProtocol {
    /// Sends the elements.
    static var scheduler: any SchedulerType { get }

    /// Makes the observers of `source` share one subscription.
    static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// Something that can be turned into a ``SharedSequence``.
public protocol SharedSequenceConvertibleType<Element>: ObservableConvertibleType {
    /// How the sequence is shared, and on which scheduler it sends.
    associatedtype SharingStrategy: SharingStrategyProtocol

    /// The sequence as a ``SharedSequence``.
    func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
    /// The sequence as an observable.
    @inlinable public func asObservable() -> Observable<Element> {
        asSharedSequence().asObservable()
    }
}

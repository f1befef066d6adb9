public import RxInstrumented
import RxInstrumented

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

/// Makes the scheduler that ``Driver`` and ``Signal`` send on: the main one, unless a test says otherwise.
///
/// ```swift
/// let scheduler = TestScheduler(initialClock: 0)
/// SharingScheduler.mock(scheduler: scheduler) {
///     let observer = scheduler.start { viewModel.title.asObservable() }
///     XCTAssertEqual(observer.events, [.next(210, "Hello")])
/// }
/// ```
public enum SharingScheduler {
    /// Makes the scheduler.
    public private(set) static var make: () -> any SchedulerType = { MainScheduler() }

    /// Sends on `scheduler` what sequences send that are made while `action` runs.
    ///
    /// It is for one thread: all sequences made meanwhile are concerned.
    public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Sends on a scheduler that a closure makes what sequences send that are made while `action` runs.
    public static func mock(makeScheduler: @escaping () -> any SchedulerType, action: () throws -> Void) rethrows {
        let original = make
        make = makeScheduler
        defer { make = original }
        try action()
    }
}

extension ObservableConvertibleType {
    /// The sequence as a `SharedSequence`, which sends `element` and completes in place of an error.
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self, onErrorJustReturn element: Element
    ) -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler).catchAndReturn(element))
    }

    /// The sequence as a `SharedSequence`, which goes on with another in place of an error.
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self, onErrorDriveWith other: SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        let source = asObservable().observe(on: S.scheduler)
        return SharedSequence(source.asInfallible(onErrorFallbackTo: other.asInfallible()).asObservable())
    }

    /// The sequence as a `SharedSequence`, which goes on with the one a closure makes of an error.
    @inlinable
    public func asSharedSequence<S: SharingStrategyProtocol>(
        sharingStrategy: S.Type = S.self,
        onErrorRecover: @escaping (_ error: any Error) -> SharedSequence<S, Element>
    ) -> SharedSequence<S, Element> {
        let source = asObservable().observe(on: S.scheduler)
        return SharedSequence(source.asInfallible(onErrorRecover: { onErrorRecover($0).asInfallible() }).asObservable())
    }

    /// As above, of a sequence whose type says that it does not fail.
    @inlinable
    func asUnfailingSequence<S: SharingStrategyProtocol>() -> SharedSequence<S, Element> {
        SharedSequence(asObservable().observe(on: S.scheduler))
    }

    /// As above, of a sequence that others made, and that is not to fail.
    @inlinable
    func asTrustedSequence<S: SharingStrategyProtocol>() -> SharedSequence<S, Element> {
        asSharedSequence(onErrorRecover: { error in
            reportUnexpected(error)
            return .empty()
        })
    }
}

@usableFromInline
func reportUnexpected(_ error: any Error) {
    fatalErrorInDebug("A sequence that is not to fail did: \(error)")
}

extension SharedSequenceConvertibleType {
    /// The sequence as an `Infallible`.
    @inlinable public func asInfallible() -> Infallible<Element> { Infallible(asObservable()) }
}

extension SharedSequence {
    /// The elements as an asynchronous sequence.
    ///
    /// ```swift
    /// for await title in titles.values { show(title) }
    /// ```
    ///
    /// The sequence is subscribed to when this is called; elements wait until they are asked for. When the task that
    /// iterates is cancelled, or the iteration is left, the subscription is disposed of.
    @MainActor public var values: AsyncStream<Element> { asInfallible().values }
}

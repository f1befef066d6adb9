public import RxInstrumented
public import RxRelay

/// A sequence for what happens: it cannot fail, sends on the main scheduler, and shares one subscription, of which a new
/// observer is sent only what comes from then on.
///
/// ```swift
/// let alerts: Signal<String> = saving.asSignal(onErrorRecover: { error in .just("\(error)") })
/// alerts.emit(onNext: showAlert).disposed(by: bag)
/// ```
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// How the observers of a ``Signal`` share it: on the main scheduler, with nothing replayed.
public struct SignalSharingStrategy: SharingStrategyProtocol {
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(scope: .whileConnected)
    }
}

extension ObservableConvertibleType {
    /// The sequence as a `Signal`, which sends `element` and completes in place of an error.
    ///
    /// ```swift
    /// loading.asSignal(onErrorJustReturn: []).emit(onNext: show)
    /// ```
    @inlinable
    public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> {
        asSharedSequence(onErrorJustReturn: element)
    }

    /// The sequence as a `Signal`, which goes on with another in place of an error.
    @inlinable
    public func asSignal(onErrorSignalWith other: Signal<Element>) -> Signal<Element> {
        asSharedSequence(onErrorDriveWith: other)
    }

    /// The sequence as a `Signal`, which goes on with the one a closure makes of an error.
    @inlinable
    public func asSignal(onErrorRecover: @escaping (_ error: any Error) -> Signal<Element>) -> Signal<Element> {
        asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// The sequence as a `Signal`, which it is.
    @inlinable public func asSignal() -> Signal<Element> { asSharedSequence() }
}

extension InfallibleType {
    /// The sequence as a `Signal`.
    @inlinable public func asSignal() -> Signal<Element> { asUnfailingSequence() }
}

extension PublishRelay {
    /// The relay as a `Signal`.
    ///
    /// ```swift
    /// let clicks = PublishRelay<String>()
    /// clicks.asSignal().emit(onNext: { print($0) })
    /// clicks.accept("save")  // save
    /// ```
    @inlinable public func asSignal() -> Signal<Element> { asUnfailingSequence() }
}

extension ControlEvent {
    /// The events as a `Signal`.
    @inlinable public func asSignal() -> Signal<Element> { asTrustedSequence() }
}

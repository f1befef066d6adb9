public import RxInstrumented
public import RxRelay

/// A sequence for what is shown: it cannot fail, sends on the main scheduler, and shares one subscription, whose last
/// element a new observer is sent first.
///
/// ```swift
/// let results: Driver<[String]> = query.flatMapLatest { search($0).asDriver(onErrorJustReturn: []) }
/// results.drive(onNext: show).disposed(by: bag)
/// results.map(\.isEmpty).drive(hint.rx.isVisible).disposed(by: bag)
/// ```
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// How the observers of a ``Driver`` share it: on the main scheduler, with the last element replayed.
public struct DriverSharingStrategy: SharingStrategyProtocol {
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    @inlinable
    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

extension ObservableConvertibleType {
    /// The sequence as a `Driver`, which sends `element` and completes in place of an error.
    ///
    /// ```swift
    /// loading.asDriver(onErrorJustReturn: []).drive(onNext: show)
    /// ```
    @inlinable
    public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
        asSharedSequence(onErrorJustReturn: element)
    }

    /// The sequence as a `Driver`, which goes on with another in place of an error.
    @inlinable
    public func asDriver(onErrorDriveWith other: Driver<Element>) -> Driver<Element> {
        asSharedSequence(onErrorDriveWith: other)
    }

    /// The sequence as a `Driver`, which goes on with the one a closure makes of an error.
    @inlinable
    public func asDriver(onErrorRecover: @escaping (_ error: any Error) -> Driver<Element>) -> Driver<Element> {
        asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// The sequence as a `Driver`, which it is.
    @inlinable public func asDriver() -> Driver<Element> { asSharedSequence() }
}

extension InfallibleType {
    /// The sequence as a `Driver`.
    @inlinable public func asDriver() -> Driver<Element> { asUnfailingSequence() }
}

extension BehaviorRelay {
    /// The relay as a `Driver`.
    ///
    /// ```swift
    /// let count = BehaviorRelay(value: 1)
    /// count.asDriver().drive(onNext: { print($0) })  // 1
    /// ```
    @inlinable public func asDriver() -> Driver<Element> { asUnfailingSequence() }
}

extension ControlEvent {
    /// The events as a `Driver`.
    @inlinable public func asDriver() -> Driver<Element> { asTrustedSequence() }
}

extension ControlProperty {
    /// The property's values as a `Driver`.
    @inlinable public func asDriver() -> Driver<Element> { asTrustedSequence() }
}

public import RxInstrumented
public import RxRelay

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

public import RxInstrumented
public import RxRelay

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

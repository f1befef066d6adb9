public import RxInstrumented
public import RxRelay

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Hands each element to the relays.
    ///
    /// ```swift
    /// clicks.asSignal().emit(to: seen).disposed(by: bag)
    /// ```
    ///
    /// It is to be called on the main thread.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }

    /// Hands each element to the relays.
    @inlinable
    public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }

    /// Hands each element to the relays.
    @inlinable
    public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }
}

public import RxInstrumented
public import RxRelay

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Hands each element to the relays.
    ///
    /// ```swift
    /// count.asDriver().drive(shown).disposed(by: bag)
    /// ```
    ///
    /// It is to be called on the main thread.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func drive(_ relays: PublishRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func drive(_ relays: PublishRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }

    /// Hands each element to the relays.
    @inlinable
    public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }

    /// Hands each element to the relays.
    @inlinable
    public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }
}

public import RxInstrumented

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

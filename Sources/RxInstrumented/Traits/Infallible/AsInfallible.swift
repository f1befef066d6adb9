extension ObservableConvertibleType {
    /// The sequence as an ``Infallible``, which sends `element` and completes in place of an error.
    ///
    /// ```swift
    /// loading.asInfallible(onErrorJustReturn: []).subscribe(onNext: show)
    /// ```
    @inlinable
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// The sequence as an ``Infallible``, which goes on with another in place of an error.
    @inlinable
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(Catch(source: asObservable(), label: nil) { _ in infallible.source })
    }

    /// The sequence as an ``Infallible``, which goes on with the one a closure makes of an error.
    ///
    /// ```swift
    /// loading.asInfallible(onErrorRecover: { error in .just(placeholder(for: error)) })
    /// ```
    @inlinable
    public func asInfallible(
        onErrorRecover: @escaping (any Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(Catch(source: asObservable(), label: .onErrorRecover) { onErrorRecover($0).source })
    }
}

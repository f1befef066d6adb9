extension ObservableType {
    /// Names the observable, so that traces tell it from others of its type.
    ///
    /// ```swift
    /// let results = query.map { search($0) }.traced("results")
    /// results.subscribe(onNext: show)
    /// // rxtrace tree: subscribe Map "results" · subscription 1, still live
    /// ```
    ///
    /// Nothing is added to the chain: the observable itself has the name, wherever it is used, until it is named again.
    /// Later recordings know the name, too. Only the first 200 characters are kept. Objects without a name cost
    /// nothing. Thread-safe.
    ///
    /// - Returns: the same observable; for another type, its ``ObservableConvertibleType/asObservable()``.
    @discardableResult
    public func traced(_ name: String) -> Observable<Element> {
        let observable = asObservable()
        GivenNames.give(name, to: observable)
        return observable
    }
}

extension ConnectableObservableType {
    /// Names the connectable observable, as `traced(_:)` of any observable, but returns it as connectable.
    @discardableResult
    public func traced(_ name: String) -> Self {
        named(name)
    }
}

extension Disposable {
    /// Names the subscription that this disposable ends.
    ///
    /// ```swift
    /// results.subscribe(onNext: show).traced("results on screen").disposed(by: bag)
    /// // rxtrace tree: subscribe Map · subscription 1 "results on screen", still live
    /// // rxtrace leaks: 1 subscription "results on screen" to Map still alive: …
    /// ```
    ///
    /// The disposable has the name, too: `dispose BinaryDisposable "results on screen"`. A struct, or a disposable that
    /// disposes nothing, cannot be named.
    ///
    /// - Returns: the same disposable.
    @discardableResult
    public func traced(_ name: String) -> Self {
        if let object = self as? TracedObject { GivenNames.give(name, to: object) }
        return self
    }
}

extension ObservableType {
    func named(_ name: String) -> Self {
        GivenNames.give(name, to: asObservable())
        return self
    }
}

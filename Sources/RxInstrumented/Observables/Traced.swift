extension ObservableType {
    /// Gives the observable a name, by which traces tell it from others of its type.
    ///
    /// ```swift
    /// let results = query.map { search($0) }.traced("results")
    /// results.subscribe(onNext: show)
    /// // rxtrace tree: subscribe Map "results" · subscription 1, still live
    /// ```
    ///
    /// Nothing is added to the chain: the observable itself has the name, wherever it is used, until it is given
    /// another. It may be given at any time, on any thread, and is known to recordings that start later. Objects
    /// without a name cost nothing. Of a name of more than 200 characters the start is kept.
    ///
    /// - Returns: the same observable; for a type that is none itself, the one it stands for.
    @discardableResult
    public func traced(_ name: String) -> Observable<Element> {
        let observable = asObservable()
        GivenNames.give(name, to: observable)
        return observable
    }
}

extension ConnectableObservableType {
    /// As that of any observable; the result can still be connected.
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
    /// The disposable itself has the name too: `dispose BinaryDisposable "results on screen"`. A disposable without
    /// identity cannot be named: one whose type is a struct, or that has nothing to dispose.
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

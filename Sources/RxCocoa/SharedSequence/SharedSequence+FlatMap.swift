public import RxInstrumented

extension SharedSequenceConvertibleType {
    /// Turns each element into a sequence and passes on the elements of all of them as they come.
    ///
    /// ```swift
    /// Driver.of(1, 2).flatMap { Driver.of($0, $0 * 10) }.drive(onNext: { print($0) })  // 1 10 2 20
    /// ```
    @inlinable
    public func flatMap<Sharing, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence(asObservable().flatMap(selector))
    }

    /// Turns each element into a sequence and passes on the elements of the latest.
    ///
    /// ```swift
    /// query.flatMapLatest { search($0).asDriver(onErrorJustReturn: []) }.drive(list.rx.items)
    /// ```
    @inlinable
    public func flatMapLatest<Sharing, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence(asObservable().flatMapLatest(selector))
    }

    /// Turns an element into a sequence unless the one before it is still going on.
    @inlinable
    public func flatMapFirst<Sharing, Result>(
        _ selector: @escaping (Element) -> SharedSequence<Sharing, Result>
    ) -> SharedSequence<Sharing, Result> {
        SharedSequence(asObservable().flatMapFirst(selector))
    }
}

extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
    /// Passes on the elements of the latest inner sequence only.
    @inlinable
    public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(inner.switchLatest())
    }

    /// Passes on the elements of all inner sequences as they come.
    @inlinable
    public func merge() -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(inner.merge())
    }

    /// Passes on the elements of the inner sequences as they come, at most so many of these at a time.
    @inlinable
    public func merge(maxConcurrent: Int) -> SharedSequence<Element.SharingStrategy, Element.Element> {
        SharedSequence<Element.SharingStrategy, Element.Element>(inner.merge(maxConcurrent: maxConcurrent))
    }

    @inlinable
    var inner: Observable<SharedSequence<Element.SharingStrategy, Element.Element>> {
        asObservable().mapByLibrary { $0.asSharedSequence() }
    }
}

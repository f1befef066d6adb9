extension ObservableType where Element == Never {
    /// The sequence, which has no elements, as a ``Completable``.
    ///
    /// ```swift
    /// saving.ignoreElements().asCompletable().subscribe(onCompleted: { print("saved") })
    /// ```
    @inlinable
    public func asCompletable() -> Completable {
        PrimitiveSequence(raw: asObservable())
    }
}

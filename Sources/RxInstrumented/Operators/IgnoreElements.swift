extension ObservableType {
    /// Drops all elements and passes on only how the sequence ends.
    ///
    /// ```swift
    /// Observable.of(1, 2).ignoreElements().subscribe(onCompleted: { print("done") })  // done
    /// ```
    @inlinable
    public func ignoreElements() -> Observable<Never> {
        FlatMap(source: asObservable(), label: nil) { _ in Observable<Never>.empty() }
    }
}

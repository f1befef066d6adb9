public import RxInstrumented

extension SharedSequenceConvertibleType {
    /// Passes on the elements for which `predicate` is true.
    ///
    /// ```swift
    /// Driver.of(1, 2, 3).filter { $0 != 2 }.drive(onNext: { print($0) })  // 1 3
    /// ```
    @inlinable
    public func filter(_ predicate: @escaping (Element) -> Bool) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().filter(predicate))
    }

    /// Drops each element whose key equals that of the element before it.
    @inlinable
    public func distinctUntilChanged(
        _ keySelector: @escaping (Element) -> some Equatable
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().distinctUntilChanged(keySelector))
    }

    /// Drops each element that `comparer` takes for equal to the element before it.
    @inlinable
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().distinctUntilChanged(comparer))
    }

    /// Drops each element whose key `comparer` takes for equal to that of the element before it.
    @inlinable
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) -> K, comparer: @escaping (K, K) -> Bool
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Drops the first `count` elements.
    @inlinable
    public func skip(_ count: Int) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().skip(count))
    }
}

extension SharedSequenceConvertibleType where Element: Equatable {
    /// Drops each element that equals the one before it.
    ///
    /// ```swift
    /// Driver.of(1, 1, 2).distinctUntilChanged().drive(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public func distinctUntilChanged() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().distinctUntilChanged())
    }
}

extension SharedSequenceConvertibleType {
    /// Passes on an element once none has followed it for `dueTime`.
    @inlinable
    public func debounce(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().debounce(dueTime, scheduler: SharingStrategy.scheduler))
    }

    /// Passes on one element in each `dueTime`.
    ///
    /// `latest` says whether the last one of each span is passed on at its end.
    @inlinable
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().throttle(dueTime, latest: latest, scheduler: SharingStrategy.scheduler))
    }

    /// Passes on each event `dueTime` later.
    @inlinable
    public func delay(_ dueTime: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().delay(dueTime, scheduler: SharingStrategy.scheduler))
    }
}

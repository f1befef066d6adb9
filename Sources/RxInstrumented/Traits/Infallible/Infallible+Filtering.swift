extension InfallibleType {
    /// Passes on the elements for which `predicate` is true.
    @inlinable
    public func filter(_ predicate: @escaping (Element) -> Bool) -> Infallible<Element> {
        Infallible(asObservable().filter(predicate))
    }

    /// Drops each element whose key equals that of the element before it.
    @inlinable
    public func distinctUntilChanged(
        _ keySelector: @escaping (Element) throws -> some Equatable
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector))
    }

    /// Drops each element that `comparer` finds equal to the last one passed on.
    @inlinable
    public func distinctUntilChanged(
        _ comparer: @escaping (Element, Element) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(comparer))
    }

    /// Drops each element whose key `comparer` finds equal to that of the last one passed on.
    @inlinable
    public func distinctUntilChanged<K>(
        _ keySelector: @escaping (Element) throws -> K, comparer: @escaping (K, K) throws -> Bool
    ) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(keySelector, comparer: comparer))
    }

    /// Drops each element whose property equals that of the element before it.
    @inlinable
    public func distinctUntilChanged(at keyPath: KeyPath<Element, some Equatable>) -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged(at: keyPath))
    }
}

extension InfallibleType where Element: Equatable {
    /// Drops each element that equals the one before it.
    ///
    /// ```swift
    /// Infallible.of(1, 1, 2).distinctUntilChanged().subscribe(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public func distinctUntilChanged() -> Infallible<Element> {
        Infallible(asObservable().distinctUntilChanged())
    }
}

extension InfallibleType {
    /// Passes on the elements until `other` sends one.
    @inlinable
    public func take(until other: some InfallibleType) -> Infallible<Element> {
        Infallible(asObservable().take(until: other.asObservable()))
    }

    /// Passes on the elements until `other` sends one.
    ///
    /// `other` must not fail: its error would reach observers of a sequence that cannot fail.
    @inlinable
    public func take(until other: some ObservableType) -> Infallible<Element> {
        Infallible(asObservable().take(until: other))
    }

    /// Passes on the elements until `predicate` is true of one.
    ///
    /// `behavior` says whether that element is passed on as well.
    @inlinable
    public func take(
        until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(until: predicate, behavior: behavior))
    }

    /// Passes on the elements until `predicate` is false of one.
    ///
    /// `behavior` says whether that element is passed on as well.
    @inlinable
    public func take(
        while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Infallible<Element> {
        Infallible(asObservable().take(while: predicate, behavior: behavior))
    }

    /// Passes on the first `count` elements.
    ///
    /// ```swift
    /// Infallible.of(1, 2, 3).take(2).subscribe(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public func take(_ count: Int) -> Infallible<Element> {
        Infallible(asObservable().take(count))
    }

    /// Passes on the elements of the first `duration`.
    @inlinable
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Infallible<Element> {
        Infallible(asObservable().take(for: duration, scheduler: scheduler))
    }

    /// Drops the elements until `predicate` is false of one.
    @inlinable
    public func skip(while predicate: @escaping (Element) throws -> Bool) -> Infallible<Element> {
        Infallible(asObservable().skip(while: predicate))
    }

    /// Drops the elements until `other` sends one.
    @inlinable
    public func skip(until other: some ObservableType) -> Infallible<Element> {
        Infallible(asObservable().skip(until: other))
    }
}

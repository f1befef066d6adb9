extension InfallibleType {
    /// Passes on the elements until `other` sends one.
    @inlinable
    public func take(until other: some InfallibleType) -> Infallible<Element> {
        Infallible(asObservable().take(until: other.asObservable()))
    }

    /// Passes on the elements until `other` sends one.
    ///
    /// An error of `other` would reach the observer of a sequence that cannot fail: it must not fail either.
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

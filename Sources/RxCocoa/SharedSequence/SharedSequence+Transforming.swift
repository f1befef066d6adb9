public import RxInstrumented

extension SharedSequenceConvertibleType {
    /// Transforms each element.
    ///
    /// ```swift
    /// Driver.of(1, 2).map { $0 * 10 }.drive(onNext: { print($0) })  // 10 20
    /// ```
    @inlinable
    public func map<Result>(_ selector: @escaping (Element) -> Result) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence(asObservable().map(selector))
    }

    /// Transforms each element, and drops those of which nil is made.
    @inlinable
    public func compactMap<Result>(
        _ selector: @escaping (Element) -> Result?
    ) -> SharedSequence<SharingStrategy, Result> {
        SharedSequence(asObservable().compactMap(selector))
    }

    /// Makes a value of the one before it and each element, and passes it on.
    ///
    /// ```swift
    /// Driver.of(1, 2, 3).scan(0, accumulator: +).drive(onNext: { print($0) })  // 1 3 6
    /// ```
    @inlinable
    public func scan<A>(
        _ seed: A, accumulator: @escaping (A, Element) -> A
    ) -> SharedSequence<SharingStrategy, A> {
        SharedSequence(asObservable().scan(seed, accumulator: accumulator))
    }

    /// Changes a value with each element and passes it on.
    @inlinable
    public func scan<A>(
        into seed: A, accumulator: @escaping (inout A, Element) -> Void
    ) -> SharedSequence<SharingStrategy, A> {
        SharedSequence(asObservable().scan(into: seed, accumulator: accumulator))
    }

    /// Sends `element` before those of the sequence.
    @inlinable
    public func startWith(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(asObservable().startWith(element))
    }

    /// Makes a result of each element and the latest of `second`; those that come before there is one are dropped.
    @inlinable
    public func withLatestFrom<SecondO: SharedSequenceConvertibleType, ResultType>(
        _ second: SecondO, resultSelector: @escaping (Element, SecondO.Element) -> ResultType
    ) -> SharedSequence<SharingStrategy, ResultType> where SecondO.SharingStrategy == SharingStrategy {
        SharedSequence(asObservable().withLatestFrom(second.asObservable(), resultSelector: resultSelector))
    }

    /// Passes on the latest element of `second` for each element; those that come before there is one are dropped.
    @inlinable
    public func withLatestFrom<SecondO: SharedSequenceConvertibleType>(
        _ second: SecondO
    ) -> SharedSequence<SharingStrategy, SecondO.Element> {
        SharedSequence<SharingStrategy, SecondO.Element>(asObservable().withLatestFrom(second.asObservable()))
    }
}

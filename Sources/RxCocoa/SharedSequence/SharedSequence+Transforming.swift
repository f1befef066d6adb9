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

extension SharedSequenceConvertibleType {
    /// Calls closures as the events go by, and as a subscription to the source begins and ends.
    ///
    /// The parameters are those of an observable's `do`.
    @inlinable
    public func `do`(
        onNext: ((Element) -> Void)? = nil, afterNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
        afterCompleted: (() -> Void)? = nil, onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil,
        onDispose: (() -> Void)? = nil
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(
            asObservable().do(
                onNext: onNext, afterNext: afterNext, onCompleted: onCompleted, afterCompleted: afterCompleted,
                onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
    }

    /// Prints the subscription, the events and the disposal to standard output.
    ///
    /// - Parameters:
    ///   - identifier: names the sequence in each line; without it, the place of the call does.
    ///   - trimOutput: whether the middle of an event's text is left out where it has more than 40 characters.
    ///   - file: the file of the call.
    ///   - function: the function of the call.
    ///   - line: the line of the call.
    @inlinable
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(
            asObservable().debug(identifier, trimOutput: trimOutput, file: file, line: line, function: function))
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Pairs each element with `obj`, which the sequence does not keep alive, and hands both to a closure.
    ///
    /// Completes with the first element that comes once `obj` is released.
    @inlinable
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
    ) -> SharedSequence<SharingStrategy, Out> {
        SharedSequence(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    /// Pairs each element with `obj`, which the sequence does not keep alive.
    ///
    /// Completes with the first element that comes once `obj` is released.
    @inlinable
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> SharedSequence<SharingStrategy, (Object, Element)> {
        SharedSequence(asObservable().withUnretained(obj))
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    @available(
        *, deprecated,
        message: "A Driver replays its last element, and would keep the object alive: use `drive(with:onNext:)`."
    )
    @inlinable
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
    ) -> SharedSequence<SharingStrategy, Out> {
        SharedSequence(asObservable().withUnretained(obj, resultSelector: resultSelector))
    }

    @available(
        *, deprecated,
        message: "A Driver replays its last element, and would keep the object alive: use `drive(with:onNext:)`."
    )
    @inlinable
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> SharedSequence<SharingStrategy, (Object, Element)> {
        SharedSequence(asObservable().withUnretained(obj))
    }
}

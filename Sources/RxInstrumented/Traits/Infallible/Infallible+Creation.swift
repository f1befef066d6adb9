extension InfallibleType {
    /// Sends one element.
    @inlinable
    public static func just(_ element: Element) -> Infallible<Element> {
        Infallible(.just(element))
    }

    /// Sends one element, on a scheduler.
    @inlinable
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
        Infallible(.just(element, scheduler: scheduler))
    }

    /// Sends nothing, ever.
    @inlinable
    public static func never() -> Infallible<Element> {
        Infallible(.never())
    }

    /// Completes at once.
    @inlinable
    public static func empty() -> Infallible<Element> {
        Infallible(.empty())
    }

    /// Makes the sequence at each subscription.
    ///
    /// `observableFactory` must not throw: the error would reach observers of a sequence that cannot fail.
    @inlinable
    public static func deferred(
        _ observableFactory: @escaping () throws -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(.deferred { try observableFactory().source })
    }
}

extension Infallible {
    /// Sends the elements, one by one.
    ///
    /// ```swift
    /// Infallible.of(1, 2).subscribe(onNext: { print($0) })  // 1 2
    /// ```
    ///
    /// `scheduler` sends each element in a step of its own.
    @inlinable
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.from(elements, scheduler: scheduler))
    }

    /// Sends the elements of an array, one by one.
    @inlinable
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(.from(array, scheduler: scheduler))
    }

    /// Sends the elements of a sequence, one by one.
    @inlinable
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> where Sequence.Element == Element {
        Infallible(.from(sequence, scheduler: scheduler))
    }
}

extension Infallible {
    /// Takes the events of an ``Infallible``.
    public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

    /// An ``Infallible`` whose events a closure sends, for each subscription.
    ///
    /// ```swift
    /// let greeting = Infallible<String>.create { observer in
    ///     observer(.next("hello"))
    ///     observer(.completed)
    ///     return Disposables.create()
    /// }
    /// ```
    ///
    /// - Parameter subscribe: runs for each subscription, with the observer to send to. The returned disposable is
    ///   disposed when the subscription ends. Events after `completed` are dropped.
    @inlinable
    public static func create(
        subscribe: @escaping (@escaping InfallibleObserver) -> any Disposable
    ) -> Infallible<Element> {
        Infallible(.create { observer in subscribe { event in observer.on(event.event) } })
    }
}

extension ObservableConvertibleType {
    /// The sequence as an ``Infallible``, which sends `element` and completes in place of an error.
    ///
    /// ```swift
    /// loading.asInfallible(onErrorJustReturn: []).subscribe(onNext: show)
    /// ```
    @inlinable
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(asObservable().catchAndReturn(element))
    }

    /// The sequence as an ``Infallible``, which continues with another ``Infallible`` in place of an error.
    @inlinable
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(Catch(source: asObservable(), label: nil) { _ in infallible.source })
    }

    /// The sequence as an ``Infallible``, which continues with the ``Infallible`` that a closure makes of an error.
    ///
    /// ```swift
    /// loading.asInfallible(onErrorRecover: { error in .just(placeholder(for: error)) })
    /// ```
    @inlinable
    public func asInfallible(
        onErrorRecover: @escaping (any Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(Catch(source: asObservable(), label: .onErrorRecover) { onErrorRecover($0).source })
    }
}

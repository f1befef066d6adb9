public import RxInstrumented

extension InfallibleType {
    /// Hands each event to the observers.
    ///
    /// ```swift
    /// title.bind(to: label.rx.text).disposed(by: bag)
    /// ```
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func bind<Observer: ObserverType>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        asObservable().subscribeByLibrary { event in for observer in observers { observer.on(event) } }
    }

    /// Hands each event to observers of optionals.
    @inlinable
    public func bind<Observer: ObserverType>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        asObservable().mapByLibrary { $0 as Element? }
            .subscribeByLibrary { event in for observer in observers { observer.on(event) } }
    }

    /// Hands the sequence to a function that binds it.
    @inlinable
    public func bind<Result>(to binder: (Self) -> Result) -> Result {
        binder(self)
    }

    /// Hands the sequence, and then an argument, to a function that binds it.
    @inlinable
    public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument: R1) -> R2 {
        binder(self)(curriedArgument)
    }

    /// Subscribes a closure for elements that is also given `object`, which the subscription does not keep alive.
    ///
    /// Once `object` is released, the closure does not run.
    @inlinable
    public func bind<Object: AnyObject>(
        with object: Object, onNext: @escaping (Object, Element) -> Void
    ) -> any Disposable {
        subscribe(with: object, onNext: onNext)
    }

    /// Subscribes a closure for elements.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
        subscribe(onNext: onNext)
    }
}

extension InfallibleType {
    /// Hands each element to the relays, until the subscription is disposed of.
    ///
    /// ```swift
    /// let query = PublishRelay<String>()
    /// field.text.bind(to: query).disposed(by: bag)
    /// ```
    ///
    /// A completion is not handed on.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
        bind(toRelays: relays)
    }

    /// Hands each element to relays of optionals, until the subscription is disposed of.
    @inlinable
    public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
        bind(toOptionalRelays: relays)
    }

    /// Hands each element to the relays, until the subscription is disposed of.
    @inlinable
    public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
        bind(toRelays: relays)
    }

    /// Hands each element to relays of optionals, until the subscription is disposed of.
    @inlinable
    public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        bind(toOptionalRelays: relays)
    }

    /// Hands each element to the relays, until the subscription is disposed of.
    @inlinable
    public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
        bind(toRelays: relays)
    }

    /// Hands each element to relays of optionals, until the subscription is disposed of.
    @inlinable
    public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
        bind(toOptionalRelays: relays)
    }

    @inlinable
    func bind<Target: Relay>(toRelays relays: [Target]) -> any Disposable where Target.Accepted == Element {
        asObservable().bind(toRelays: relays)
    }

    @inlinable
    func bind<Target: Relay>(toOptionalRelays relays: [Target]) -> any Disposable where Target.Accepted == Element? {
        asObservable().bind(toOptionalRelays: relays)
    }
}

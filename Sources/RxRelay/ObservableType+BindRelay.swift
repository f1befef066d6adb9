public import RxInstrumented

extension ObservableType {
    /// Hands each element to the relays, until the subscription is disposed of.
    ///
    /// ```swift
    /// let query = PublishRelay<String>()
    /// field.text.bind(to: query).disposed(by: bag)
    /// ```
    ///
    /// A completion is not handed on. An error stops a debug build of the library, and is reported on standard
    /// error by a release build: a relay cannot take it.
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
        subscribeByLibrary { event in
            switch event {
            case .next(let element): for relay in relays { relay.accept(element) }
            case .error(let error): reportBindingError(error)
            case .completed: break
            }
        }
    }

    @inlinable
    func bind<Target: Relay>(toOptionalRelays relays: [Target]) -> any Disposable where Target.Accepted == Element? {
        mapByLibrary { $0 as Element? }.bind(toRelays: relays)
    }
}

public import RxInstrumented
public import RxRelay

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Hands each event to the observers.
    ///
    /// ```swift
    /// clicks.emit(to: counter).disposed(by: bag)
    /// ```
    ///
    /// It is to be called on the main thread.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func emit<Observer: ObserverType>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        ensureMainThread()
        return asObservable().forward(to: observers)
    }

    /// Hands each event to observers of optionals.
    @inlinable
    public func emit<Observer: ObserverType>(
        to observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        ensureMainThread()
        return asObservable().mapByLibrary { $0 as Element? }.forward(to: observers)
    }

    /// Subscribes closures that are also given `object`, which the subscription does not keep alive.
    ///
    /// Once `object` is released, no closure runs. It is to be called on the main thread.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func emit<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        emit(
            onNext: onNext.map { run in { [weak object] element in if let object { run(object, element) } } },
            onCompleted: onCompleted.map { run in { [weak object] in if let object { run(object) } } },
            onDisposed: onDisposed.map { run in { [weak object] in if let object { run(object) } } })
    }

    /// Subscribes closures for the elements, the completion and the end of the subscription.
    ///
    /// ```swift
    /// Signal.of(1, 2).emit(onNext: { print($0) }).disposed(by: bag)  // 1 2
    /// ```
    ///
    /// It is to be called on the main thread. `onDisposed` runs once, however the subscription ends.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func emit(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        ensureMainThread()
        return asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes without an observer, for what the operators' closures do.
    @inlinable
    public func emit() -> any Disposable {
        emit(onNext: nil)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// Hands each element to the relays.
    ///
    /// ```swift
    /// clicks.asSignal().emit(to: seen).disposed(by: bag)
    /// ```
    ///
    /// It is to be called on the main thread.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }

    /// Hands each element to the relays.
    @inlinable
    public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }

    /// Hands each element to the relays.
    @inlinable
    public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }
}

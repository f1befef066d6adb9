public import RxInstrumented
public import RxRelay

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Hands each event to the observers.
    ///
    /// ```swift
    /// title.drive(label.rx.text).disposed(by: bag)
    /// ```
    ///
    /// It is to be called on the main thread.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func drive<Observer: ObserverType>(
        _ observers: Observer...
    ) -> any Disposable where Observer.Element == Element {
        ensureMainThread()
        return asObservable().forward(to: observers)
    }

    /// Hands each event to observers of optionals.
    @inlinable
    public func drive<Observer: ObserverType>(
        _ observers: Observer...
    ) -> any Disposable where Observer.Element == Element? {
        ensureMainThread()
        return asObservable().mapByLibrary { $0 as Element? }.forward(to: observers)
    }

    /// Hands the sequence to a function that subscribes to it.
    @inlinable
    public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
        ensureMainThread()
        return transformation(asObservable())
    }

    /// Hands the sequence, and then an argument, to a function that subscribes to it.
    ///
    /// ```swift
    /// rows.drive(table.rx.items(cellIdentifier: "row")) { index, row, cell in cell.title = row }
    /// ```
    @inlinable
    public func drive<R1, R2>(_ with: (Observable<Element>) -> (R1) -> R2, curriedArgument: R1) -> R2 {
        ensureMainThread()
        return with(asObservable())(curriedArgument)
    }

    /// Subscribes closures that are also given `object`, which the subscription does not keep alive.
    ///
    /// Once `object` is released, no closure runs. It is to be called on the main thread.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func drive<Object: AnyObject>(
        with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
        onDisposed: ((Object) -> Void)? = nil
    ) -> any Disposable {
        drive(
            onNext: onNext.map { run in { [weak object] element in if let object { run(object, element) } } },
            onCompleted: onCompleted.map { run in { [weak object] in if let object { run(object) } } },
            onDisposed: onDisposed.map { run in { [weak object] in if let object { run(object) } } })
    }

    /// Subscribes closures for the elements, the completion and the end of the subscription.
    ///
    /// ```swift
    /// Driver.of(1, 2).drive(onNext: { print($0) }).disposed(by: bag)  // 1 2
    /// ```
    ///
    /// It is to be called on the main thread. `onDisposed` runs once, however the subscription ends.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func drive(
        onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        ensureMainThread()
        return asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
    }

    /// Subscribes without an observer, for what the operators' closures do.
    @inlinable
    public func drive() -> any Disposable {
        drive(onNext: nil)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// Hands each element to the relays.
    ///
    /// ```swift
    /// count.asDriver().drive(shown).disposed(by: bag)
    /// ```
    ///
    /// It is to be called on the main thread.
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func drive(_ relays: PublishRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func drive(_ relays: PublishRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }

    /// Hands each element to the relays.
    @inlinable
    public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }

    /// Hands each element to the relays.
    @inlinable
    public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
        asSharedSequence().forward(toRelays: relays)
    }

    /// Hands each element to relays of optionals.
    @inlinable
    public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
        asSharedSequence().forward(toOptionalRelays: relays)
    }
}

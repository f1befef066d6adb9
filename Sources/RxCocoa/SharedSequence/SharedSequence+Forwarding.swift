public import RxInstrumented
public import RxRelay

// Drivers and signals forward their events on in the same way.

extension SharedSequence {
    @inlinable
    func forward<Target: Relay>(toRelays relays: [Target]) -> any Disposable where Target.Accepted == Element {
        ensureMainThread()
        return source.forward(toRelays: relays)
    }

    @inlinable
    func forward<Target: Relay>(toOptionalRelays relays: [Target]) -> any Disposable where Target.Accepted == Element? {
        ensureMainThread()
        return source.mapByLibrary { $0 as Element? }.forward(toRelays: relays)
    }
}

extension Observable {
    @inlinable
    func forward<Target: Relay>(toRelays relays: [Target]) -> any Disposable where Target.Accepted == Element {
        subscribeByLibrary(onNext: { element in for relay in relays { relay.accept(element) } })
    }

    @inlinable
    func forward<Observer: ObserverType>(
        to observers: [Observer]
    ) -> any Disposable where Observer.Element == Element {
        subscribeByLibrary { event in for observer in observers { observer.on(event) } }
    }
}

/// Stops the program unless it is called on the main thread, where alone a sequence that sends there may be subscribed.
@usableFromInline
func ensureMainThread() {
    MainScheduler.ensureRunningOnMainThread(
        errorMessage: "A Driver or a Signal is subscribed to on another thread than the main one, and could be sent "
            + "elements on two threads at once. Subscribe on the main thread.")
}

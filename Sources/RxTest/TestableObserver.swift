public import RxInstrumented

/// An observer that a ``TestScheduler`` makes: it keeps each event and the virtual time it came at.
public final class TestableObserver<Element>: ObserverType {
    private let scheduler: TestScheduler

    /// All events so far, in their order.
    public private(set) var events: [Recorded<Event<Element>>] = []

    init(scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    public func on(_ event: Event<Element>) {
        events.append(Recorded(time: scheduler.clock, value: event))
    }
}

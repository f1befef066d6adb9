public import RxInstrumented

/// An observable that a ``TestScheduler`` makes: it sends given events, and keeps who subscribed when.
public class TestableObservable<Element>: ObservableType {
    /// All subscriptions so far, in their order.
    public internal(set) var subscriptions: [Subscription] = []

    /// The events it was made with.
    public internal(set) var recordedEvents: [Recorded<Event<Element>>]

    let testScheduler: TestScheduler
    private let traced: TracedTestObservable

    init(testScheduler: TestScheduler, recordedEvents: [Recorded<Event<Element>>]) {
        self.testScheduler = testScheduler
        self.recordedEvents = recordedEvents
        traced = TracedTestObservable(type: type(of: self))
    }

    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Element == Observer.Element {
        traced.subscribe(observer) { send in
            let detach = attach(send)
            let index = subscriptions.count
            subscriptions.append(Subscription(testScheduler.clock))
            return Disposables.create {
                detach()
                self.subscriptions[index] = Subscription(
                    self.subscriptions[index].subscribe, self.testScheduler.clock)
            }
        }
    }

    /// Begins to send events to an observer; the closure it returns ends that.
    func attach(_ send: @escaping (Event<Element>) -> Void) -> () -> Void {
        preconditionFailure("\(type(of: self)) does not say when it sends its events")
    }
}

public import RxInstrumented
import RxInstrumented

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

/// Sends its events to each observer, at their times counted from its subscription.
final class ColdObservable<Element>: TestableObservable<Element> {
    override func attach(_ send: @escaping (Event<Element>) -> Void) -> () -> Void {
        var isAttached = true
        for recorded in recordedEvents {
            _ = testScheduler.scheduleRelativeVirtual((), dueTime: recorded.time) { _ in
                if isAttached { send(recorded.value) }
                return Disposables.create()
            }
        }
        return { isAttached = false }
    }
}

/// Sends its events at their times, to those subscribed then.
final class HotObservable<Element>: TestableObservable<Element> {
    private var observers: [(key: Int, send: (Event<Element>) -> Void)] = []
    private var nextKey = 0

    override init(testScheduler: TestScheduler, recordedEvents: [Recorded<Event<Element>>]) {
        super.init(testScheduler: testScheduler, recordedEvents: recordedEvents)
        for recorded in recordedEvents {
            testScheduler.scheduleAt(recorded.time) {
                for observer in self.observers { observer.send(recorded.value) }
            }
        }
    }

    override func attach(_ send: @escaping (Event<Element>) -> Void) -> () -> Void {
        let key = nextKey
        nextKey += 1
        observers.append((key, send))
        return { self.observers.removeAll { $0.key == key } }
    }
}

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

import RxInstrumented

/// Sends its events at their times, to whoever is subscribed then.
final class HotObservable<Element>: ObservableType {
    private let scheduler: TestScheduler
    private var observers: [(id: Int, observer: AnyObserver<Element>)] = []
    private(set) var subscriptions: [Subscribed] = []

    init(_ scheduler: TestScheduler, _ events: [Timed<Element>]) {
        self.scheduler = scheduler
        for timed in events {
            scheduler.at(timed.time) {
                for (_, observer) in self.observers { observer.on(timed.event) }
            }
        }
    }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        let id = subscriptions.count
        subscriptions.append(Subscribed(scheduler.clock))
        observers.append((id, AnyObserver(eventHandler: observer.on)))
        return Disposables.create {
            self.subscriptions[id].until = self.scheduler.clock
            self.observers.removeAll { $0.id == id }
        }
    }
}

/// Sends its events to each observer, at their times counted from its subscription.
final class ColdObservable<Element>: ObservableType {
    private let scheduler: TestScheduler
    private let events: [Timed<Element>]
    private(set) var subscriptions: [Subscribed] = []

    init(_ scheduler: TestScheduler, _ events: [Timed<Element>]) {
        self.scheduler = scheduler
        self.events = events
    }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element {
        let id = subscriptions.count
        subscriptions.append(Subscribed(scheduler.clock))
        var isOver = false
        for timed in events {
            scheduler.at(scheduler.clock + timed.time) {
                if !isOver { observer.on(timed.event) }
            }
        }
        return Disposables.create {
            isOver = true
            self.subscriptions[id].until = self.scheduler.clock
        }
    }
}

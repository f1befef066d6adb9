import RxInstrumented

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

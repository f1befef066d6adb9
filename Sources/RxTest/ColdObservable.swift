import RxInstrumented

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

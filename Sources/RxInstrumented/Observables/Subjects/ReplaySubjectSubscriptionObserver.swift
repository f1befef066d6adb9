/// One observer of a ``ReplaySubject``: events that come while it is sent the elements kept wait until it has had them.
@usableFromInline
final class ReplaySubjectSubscriptionObserver<Element>: OwnedPartObserver, InnerObserver {
    @usableFromInline let downstream: Edge<Element>
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var isReplaying = true
    @usableFromInline var waiting = KeptQueue<Event<Element>>()

    @usableFromInline init(_ downstream: Edge<Element>, of subject: TracedObject) {
        self.downstream = downstream
        super.init(of: subject)
    }

    @inlinable func on(_ event: Event<Element>) {
        let waits = lock.withLock {
            if isReplaying { waiting.append(ElementWithOrigin(event)) }
            return isReplaying
        }
        if !waits { downstream.send(event) }
    }

    /// Sends the elements kept, the end if there was one, and the events that have come meanwhile. Called once.
    func replay(_ kept: LatestElements<Element>, end: Event<Element>?) {
        kept.visit { element in downstream.sendNext(element) }
        if let end { downstream.send(end) }
        while let event = takeWaiting() { downstream.send(event) }
    }

    private func takeWaiting() -> ElementWithOrigin<Event<Element>>? {
        lock.withLock {
            let event = waiting.removeFirst()
            if event == nil { isReplaying = false }
            return event
        }
    }
}

/// An observer that is receiving the kept element of a subject or a shared connection. That happens outside of the
/// lock, because observers are the user's code. Events that other threads send meanwhile are queued here, in order.
///
/// In RxSwift, which sends the kept element under the lock, these threads block instead.
@usableFromInline
final class ReplayingObserver: KnownObserverEntry {
    // Under the lock of the subject or connection.
    /// The key of the thread that sends the kept element. 0 once that is done.
    private var thread: UInt = ThreadKey.current
    private var waiting: ContiguousArray<() -> Void> = []
    fileprivate var next: ReplayingObserver?

    /// Whether events of the calling thread are queued. Those of the thread that sends the kept element are not: the
    /// observer may send in turn.
    fileprivate var isHeldUp: Bool { thread != ThreadKey.current }

    fileprivate func keep<Element>(_ event: ElementWithOrigin<Event<Element>>) {
        waiting.append { [receive, target] in
            event.origin.attributeNextCall(to: target)
            ObserverEntry.send(event.value, to: receive)
        }
    }

    /// Sends the queued events until there are none, and then runs `join` under the lock.
    func catchUp(_ lock: RecursiveLock, _ join: () -> Void) {
        while let sends = lock.withLock({ takeWaiting(orElse: join) }) {
            for send in sends { send() }
        }
    }

    private func takeWaiting(orElse join: () -> Void) -> ContiguousArray<() -> Void>? {
        thread = 0
        if waiting.isEmpty {
            join()
            return nil
        }
        defer { waiting = [] }
        return waiting
    }
}

/// The observers that are receiving the kept element, mostly none.
@usableFromInline
struct ReplayingObservers {
    // The observers form a linked list, so that an entry costs no further memory.
    private var latest: ReplayingObserver?

    @usableFromInline init() {}

    @usableFromInline var isEmpty: Bool { latest == nil }

    mutating func insert(_ observer: ReplayingObserver) {
        observer.next = latest
        latest = observer
    }

    mutating func remove(_ observer: ReplayingObserver) {
        if latest === observer {
            latest = observer.next.take()
            return
        }
        var previous = latest
        while let current = previous, current.next !== observer { previous = current.next }
        previous?.next = observer.next.take()
    }

    /// Queues `event` for the observers to which another thread is sending. Returns the other `receivers`.
    @usableFromInline func keep<Element>(_ event: Event<Element>, of receivers: Receivers) -> Receivers {
        let event = ElementWithOrigin(event)
        visit { if $0.isHeldUp { $0.keep(event) } }
        return receivers.filter { entry in
            var isHeldUp = false
            visit { if $0 === entry { isHeldUp = $0.isHeldUp } }
            return !isHeldUp
        }
    }

    private func visit(_ body: (ReplayingObserver) -> Void) {
        var current = latest
        while let observer = current {
            body(observer)
            current = observer.next
        }
    }
}

/// An observer that is being sent the element kept for it. That is done outside of the lock, for observers are the
/// user's code; events that other threads send meanwhile wait here, and follow in their order.
///
/// This is a gate that queues: in RxSwift, which sends that element under the lock, these threads block.
@usableFromInline
final class ReplayingObserver: KnownObserverEntry {
    // Under the lock of the list.
    /// The thread that sends the kept element; 0 once it has.
    private var thread: UInt = ThreadKey.current
    private var waiting: ContiguousArray<() -> Void> = []
    fileprivate var next: ReplayingObserver?

    /// Whether events of this thread wait. The thread that sends the kept element goes on as if nobody was held up:
    /// an observer may send in turn.
    fileprivate var isHeldUp: Bool { thread != ThreadKey.current }

    fileprivate func keep<Element>(_ event: ElementWithOrigin<Event<Element>>) {
        waiting.append { [receive, target] in
            event.origin.attributeNextCall(to: target)
            ObserverEntry.send(event.value, to: receive)
        }
    }

    /// Sends the waiting events, until there are none: then `join` runs, under the lock.
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

/// Those that are being sent the element kept for them; mostly none.
@usableFromInline
struct ReplayingObservers {
    // A list through the replaying themselves, so that one in the list costs no further memory.
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

    /// Keeps `event` for those another thread is sending to. Returns which of `receivers` are left to be sent it at once.
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

@usableFromInline
final class ShareReplay1WhileConnected<Element>: SharedObservable<Element> {
    override var traceBehaviors: Trace.Behaviors { [.shares, .replays] }

    @inlinable init(source: Observable<Element>) {
        super.init(
            makeConnection: { ShareReplay1WhileConnectedConnection(parent: $0) },
            subscribeSource: { connection in
                source.subscribe(
                    inner: unsafeDowncast(connection, to: ShareReplay1WhileConnectedConnection<Element>.self))
            })
    }
}

@usableFromInline
final class ShareReplay1WhileConnectedConnection<Element>: SharedConnection<Element>, InnerObserver {
    @inlinable override init(parent: SharedObservable<Element>) {
        super.init(parent: parent)
    }

    @inlinable func on(_ event: Event<Element>) {
        guard case .next(let element) = event else { return close(event) }
        var replaced: ElementWithOrigin<Element>?
        let kept = ElementWithOrigin(element)
        let receivers = lock.withLock { () -> Receivers in
            if isClosed { return .none }
            replaced = latest.take()
            latest = kept
            return self.receivers(of: event)
        }
        // Outside of the lock: releasing an element may run the user's code.
        withExtendedLifetime(replaced) {}
        receivers.send(event)
    }
}

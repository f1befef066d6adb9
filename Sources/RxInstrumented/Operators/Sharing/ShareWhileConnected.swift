@usableFromInline
final class ShareWhileConnected<Element>: SharedObservable<Element> {
    override var traceBehaviors: Trace.Behaviors { [.shares] }

    @inlinable init(source: Observable<Element>) {
        super.init(
            makeConnection: { ShareWhileConnectedConnection(parent: $0) },
            subscribeSource: { connection in
                source.subscribe(
                    inner: unsafeDowncast(connection, to: ShareWhileConnectedConnection<Element>.self))
            })
    }
}

@usableFromInline
final class ShareWhileConnectedConnection<Element>: SharedConnection<Element>, InnerObserver {
    @inlinable override init(parent: SharedObservable<Element>) {
        super.init(parent: parent)
    }

    @inlinable func on(_ event: Event<Element>) {
        guard case .next = event else { return close(event) }
        lock.withLock { isClosed ? .none : Receivers(observers) }.send(event)
    }
}

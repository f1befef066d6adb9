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
        let receivers = lock.withLock {
            switch event {
            case .next(let element):
                latest = .some(element)
                return Receivers(observers)
            case .error, .completed:
                return close()
            }
        }
        receivers.send(event)
    }
}

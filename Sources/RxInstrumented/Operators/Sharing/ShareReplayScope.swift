/// How long the subject of a shared observable lives.
public enum SubjectLifetimeScope: Sendable {
    /// While there are observers. An observer that subscribes after the last one has left begins without replayed
    /// elements.
    case whileConnected
    /// As long as the shared observable. Later observers receive the kept elements, and the end if there was one.
    case forever
}

extension ObservableType {
    /// Shares one subscription to this sequence among all observers.
    ///
    /// ```swift
    /// let source = PublishSubject<Int>()
    /// let shared = source.share(replay: 1)
    /// let first = shared.subscribe(onNext: { print("first", $0) })
    /// source.onNext(1)                                                // first 1
    /// let second = shared.subscribe(onNext: { print("second", $0) })  // second 1
    /// ```
    ///
    /// Subscribes when the first observer subscribes, and disposes the subscription when the last one leaves.
    ///
    /// - Parameters:
    ///   - replay: how many of the latest elements a new observer receives first.
    ///   - scope: whether these elements are kept when the last observer leaves or the sequence ends.
    @inlinable
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        switch (scope, replay) {
        case (.forever, 0):
            multicast(PublishSubject()).refCount()
        case (.forever, _):
            multicast(ReplaySubject.create(bufferSize: replay)).refCount()
        case (.whileConnected, 0):
            ShareWhileConnected(source: asObservable())
        case (.whileConnected, 1):
            ShareReplay1WhileConnected(source: asObservable())
        case (.whileConnected, _):
            multicast(making: { ReplaySubject.create(bufferSize: replay) }).refCount()
        }
    }
}

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
        lock.reading { isClosed ? .none : Receivers(observers) }.send(event)
    }
}

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

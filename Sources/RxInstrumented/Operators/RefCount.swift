extension ConnectableObservableType {
    /// An observable that connects when the first observer subscribes, and disconnects when the last one leaves.
    ///
    /// ```swift
    /// let source = PublishSubject<Int>()
    /// let numbers = source.publish().refCount()
    /// let subscription = numbers.subscribe(onNext: { print($0) })
    /// source.onNext(1)        // 1
    /// subscription.dispose()  // and `source` has no observers
    /// ```
    @inlinable
    public func refCount() -> Observable<Element> {
        RefCount(source: self)
    }
}

@usableFromInline
final class RefCount<ConnectableSource: ConnectableObservableType>: Producer<ConnectableSource.Element> {
    override var traceBehaviors: Trace.Behaviors { [] }

    @inlinable init(source: ConnectableSource) {
        let state = RefCountState()
        super.init { downstream, cancel in
            let sink = RefCountSink<ConnectableSource>(state: state, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

/// How many observe a ``RefCount``, and by which connection.
@usableFromInline
final class RefCountState {
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var count = 0
    /// Goes up when a connection ends by itself: those who came by it have nothing to count down any more.
    @usableFromInline var generation = 0
    @usableFromInline var connection: DisposableObject?

    @inlinable init() {}

    /// Ends the connection, which has sent its last event. Not so if that was an earlier one.
    @usableFromInline func end(_ generation: Int) {
        lock.withLock {
            guard self.generation == generation else { return }
            let connection = connection
            count = 0
            self.generation &+= 1
            self.connection = nil
            connection?.dispose()
        }
    }

    /// Counts one observer down. Under the lock throughout: nobody may join a connection that is about to be disposed.
    @usableFromInline func leave(_ generation: Int) {
        lock.withLock {
            guard self.generation == generation else { return }
            count -= 1
            guard count == 0, let connection else { return }
            self.connection = nil
            connection.dispose()
        }
    }
}

@usableFromInline
final class RefCountSink<ConnectableSource: ConnectableObservableType>:
    Sink<ConnectableSource.Element>, InnerObserver
{
    @usableFromInline typealias Element = ConnectableSource.Element

    @usableFromInline let state: RefCountState
    /// Under the state's lock.
    @usableFromInline var generation = -1

    @inlinable init(state: RefCountState, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.state = state
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: ConnectableSource) -> DisposableObject? {
        let subscription = source.subscribe(edge: Edge(self, begins: false))
        return state.lock.withLock {
            generation = state.generation
            if isDisposed { return nil }
            state.count += 1
            if state.count == 1 { state.connection = source.connect()._object }
            let generation = generation
            let state = state
            return AnonymousDisposable {
                subscription?.dispose()
                state.leave(generation)
            }
        }
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            forwardOn(event)
        case .error, .completed:
            state.end(state.lock.withLock { generation })
            finish(event)
        }
    }
}

extension ConnectableObservableType {
    /// An observable that connects when the first observer subscribes, and disconnects when the last one unsubscribes.
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
    @inlinable init(source: ConnectableSource) {
        let state = RefCountState<ConnectableSource.Element>(
            connectable: source as? ConnectableObservable<ConnectableSource.Element>,
            connect: { source.connect()._object })
        super.init { _, downstream, cancel in
            let sink = RefCountSink<ConnectableSource>(state: state, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class RefCountSink<ConnectableSource: ConnectableObservableType>:
    Sink<ConnectableSource.Element>, InnerObserver
{
    @usableFromInline typealias Element = ConnectableSource.Element

    @usableFromInline let state: RefCountState<Element>
    /// The generation of the connection that ends with this sink's last event, -1 for none. Under the state's lock.
    @usableFromInline var generation = -1

    @inlinable init(state: RefCountState<Element>, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.state = state
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: ConnectableSource) -> DisposableObject? {
        let past = state.arrive()
        return enter(source.subscribe(edge: Edge(self, begins: false)), past)
    }

    @usableFromInline func enter(_ subscription: DisposableObject?, _ past: Int) -> DisposableObject? {
        let counted = state.enter(past) { generation in
            self.generation = generation
            return !isDisposed
        }
        guard let counted else { return nil }
        return AnonymousDisposable { [state] in
            subscription?.dispose()
            state.leave(counted)
        }
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            forwardOn(event)
        case .error, .completed:
            state.end { generation }
            finish(event)
        }
    }
}

extension ObservableType {
    /// A sequence whose events a closure sends, for each subscription.
    ///
    /// ```swift
    /// Observable<String>.create { observer in
    ///     observer.onNext("hello")
    ///     observer.onCompleted()
    ///     return Disposables.create()
    /// }
    /// .subscribe(onNext: { print($0) })  // hello
    /// ```
    ///
    /// - Parameter subscribe: runs for each subscription, with the observer to send to. The returned disposable is
    ///   disposed when the subscription ends. Events after the first `error` or `completed` are dropped.
    @inlinable
    public static func create(
        _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
    ) -> Observable<Element> {
        AnonymousObservable(subscribe)
    }
}

@usableFromInline
final class AnonymousObservable<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.sentTo] }

    @inlinable init(_ subscribeHandler: @escaping (AnyObserver<Element>) -> any Disposable) {
        super.init { _, downstream, cancel in
            let sink = AnonymousObservableSink(downstream: downstream, cancel: cancel)
            let subscription = sink.run {
                let observer = AnyObserver(edge: Edge(sink, begins: false))
                return sink.handle(.subscribeHandler) { subscribeHandler(observer)._object }
            }
            return (sink, subscription)
        }
    }
}

@usableFromInline
final class AnonymousObservableSink<Element>: Sink<Element>, InnerObserver {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        switch event {
        case .next:
            if !stopped.isSet { forwardOn(event) }
        case .error, .completed:
            if stopped.set() { finish(event) }
        }
    }
}

extension ObservableType {
    /// An observable that subscribes to this one.
    @inlinable public func asObservable() -> Observable<Element> {
        Observable.create { observer in self.subscribe(observer) }
    }
}

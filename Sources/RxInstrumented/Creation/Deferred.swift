extension ObservableType {
    /// A sequence that is made anew for each subscription.
    ///
    /// ```swift
    /// var count = 0
    /// let counted = Observable<Int>.deferred {
    ///     count += 1
    ///     return .just(count)
    /// }
    /// counted.subscribe(onNext: { print($0) })  // 1
    /// counted.subscribe(onNext: { print($0) })  // 2
    /// ```
    ///
    /// - Parameter observableFactory: makes the sequence. An error that it throws is sent.
    @inlinable
    public static func deferred(
        _ observableFactory: @escaping () throws -> Observable<Element>
    ) -> Observable<Element> {
        Deferred(observableFactory: observableFactory)
    }
}

@usableFromInline
final class Deferred<Element>: Producer<Element> {
    @inlinable init(observableFactory: @escaping () throws -> Observable<Element>) {
        super.init { _, downstream, cancel in
            let sink = DeferredSink(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(observableFactory) })
        }
    }
}

@usableFromInline
final class DeferredSink<Element>: Sink<Element>, InnerObserver {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ observableFactory: () throws -> Observable<Element>) -> DisposableObject? {
        do {
            return try handle(.observableFactory, observableFactory).subscribe(inner: self, begins: false)
        } catch {
            finish(.error(error))
            return nil
        }
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next: forwardOn(event)
        case .error, .completed: finish(event)
        }
    }
}

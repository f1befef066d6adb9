extension ObservableType {
    /// A sequence of an optional's value; empty for nil.
    ///
    /// ```swift
    /// Observable.from(optional: Int("7")).subscribe(onNext: { print($0) })  // 7
    /// ```
    @inlinable
    public static func from(optional: Element?) -> Observable<Element> {
        ObservableOptional(optional)
    }

    /// A sequence of an optional's value, sent on `scheduler`; empty for nil.
    @inlinable
    public static func from(optional: Element?, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        ObservableOptionalScheduled(optional, scheduler: scheduler)
    }
}

@usableFromInline
final class ObservableOptional<Element>: Observable<Element> {
    @usableFromInline let optional: Element?

    @inlinable init(_ optional: Element?) {
        self.optional = optional
        super.init()
    }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        if let element = optional { edge.send(.next(element)) }
        edge.sendCompleted()
        return nil
    }
}

@usableFromInline
final class ObservableOptionalScheduled<Element>: Producer<Element> {
    @inlinable init(_ optional: Element?, scheduler: any ImmediateSchedulerType) {
        super.init { _, downstream, cancel in
            let sink = ObservableOptionalScheduledSink(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(optional, on: scheduler) })
        }
    }
}

@usableFromInline
final class ObservableOptionalScheduledSink<Element>: Sink<Element> {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ optional: Element?, on scheduler: any ImmediateSchedulerType) -> DisposableObject? {
        scheduler.schedule(optional) { optional in
            guard let element = optional else {
                self.finish(.completed)
                return Disposables.create()
            }
            self.forwardOn(.next(element))
            return scheduler.schedule(()) {
                self.finish(.completed)
                return Disposables.create()
            }
        }._object
    }
}

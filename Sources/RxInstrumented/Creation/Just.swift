extension ObservableType {
    /// A sequence of one element.
    ///
    /// ```swift
    /// Observable.just(1).subscribe { print($0) }  // next(1) completed
    /// ```
    @inlinable
    public static func just(_ element: Element) -> Observable<Element> {
        Just(element)
    }

    /// A sequence of one element, sent on `scheduler`.
    @inlinable
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        JustScheduled(element, scheduler: scheduler)
    }
}

@usableFromInline
final class Just<Element>: Observable<Element> {
    @usableFromInline let element: Element
    // A closure, so that it is compiled where the element's type is known.
    @usableFromInline let send: (_ just: Just<Element>, _ edge: Edge<Element>) -> Void

    @inlinable init(_ element: Element) {
        self.element = element
        send = { just, edge in
            edge.sendNext(just.element)
            edge.sendCompleted()
        }
        super.init()
    }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        send(self, edge)
        return nil
    }
}

@usableFromInline
final class JustScheduled<Element>: Producer<Element> {
    @inlinable init(_ element: Element, scheduler: any ImmediateSchedulerType) {
        super.init { _, downstream, cancel in
            let sink = JustScheduledSink(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(element, on: scheduler) })
        }
    }
}

@usableFromInline
final class JustScheduledSink<Element>: Sink<Element> {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ element: Element, on scheduler: any ImmediateSchedulerType) -> DisposableObject? {
        scheduler.schedule(element) { element in
            self.forwardOn(.next(element))
            return scheduler.schedule(()) {
                self.finish(.completed)
                return Disposables.create()
            }
        }._object
    }
}

extension ObservableType {
    /// A sequence that sends one element repeatedly, without end.
    ///
    /// ```swift
    /// Observable.repeatElement(1).take(3).subscribe(onNext: { print($0) })  // 1 1 1
    /// ```
    ///
    /// `scheduler` sends each element in a step of its own.
    @inlinable
    public static func repeatElement(
        _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        RepeatElement(element: element, scheduler: scheduler)
    }
}

@usableFromInline
final class RepeatElement<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.endless] }

    @inlinable init(element: Element, scheduler: any ImmediateSchedulerType) {
        super.init { _, downstream, cancel in
            let sink = RepeatElementSink(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(element, on: scheduler) })
        }
    }
}

@usableFromInline
final class RepeatElementSink<Element>: Sink<Element> {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ element: Element, on scheduler: any ImmediateSchedulerType) -> DisposableObject? {
        scheduler.recursion(element) { element, recurse in
            self.forwardOn(.next(element))
            recurse(element)
        }
    }
}

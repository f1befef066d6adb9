extension ObservableType {
    /// A sequence of the given elements.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).subscribe(onNext: { print($0) })  // 1 2 3
    /// ```
    ///
    /// `scheduler` sends each element in a step of its own.
    @inlinable
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        ObservableSequence(elements: elements, scheduler: scheduler)
    }

    /// A sequence of an array's elements.
    ///
    /// ```swift
    /// Observable.from([1, 2, 3]).subscribe(onNext: { print($0) })  // 1 2 3
    /// ```
    @inlinable
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        ObservableSequence(elements: array, scheduler: scheduler)
    }

    /// A sequence of a Swift sequence's elements. Each subscription iterates the Swift sequence anew.
    @inlinable
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> where Sequence.Element == Element {
        ObservableSequence(elements: sequence, scheduler: scheduler)
    }
}

@usableFromInline
final class ObservableSequence<Sequence: Swift.Sequence>: Producer<Sequence.Element> {
    @inlinable init(elements: Sequence, scheduler: any ImmediateSchedulerType) {
        super.init { _, downstream, cancel in
            let sink = ObservableSequenceSink<Sequence>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(elements, on: scheduler) })
        }
    }
}

@usableFromInline
final class ObservableSequenceSink<Sequence: Swift.Sequence>: Sink<Sequence.Element> {
    @inlinable override init(downstream: Edge<Sequence.Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ elements: Sequence, on scheduler: any ImmediateSchedulerType) -> DisposableObject? {
        scheduler.recursion(elements.makeIterator()) { iterator, recurse in
            var iterator = iterator
            if let next = iterator.next() {
                self.forwardOn(.next(next))
                recurse(iterator)
            } else {
                self.finish(.completed)
            }
        }
    }
}

extension ObservableType where Element: FixedWidthInteger {
    /// A sequence of consecutive integers.
    ///
    /// ```swift
    /// Observable.range(start: 5, count: 3).subscribe(onNext: { print($0) })  // 5 6 7
    /// ```
    ///
    /// - Parameters:
    ///   - start: the first integer.
    ///   - count: how many integers. Not negative; the last integer must be representable.
    ///   - scheduler: sends each integer in a step of its own.
    @inlinable
    public static func range(
        start: Element, count: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Observable<Element> {
        RangeProducer(start: start, count: count, scheduler: scheduler)
    }
}

@usableFromInline
final class RangeProducer<Element: FixedWidthInteger>: Producer<Element> {
    @inlinable init(start: Element, count: Element, scheduler: any ImmediateSchedulerType) {
        precondition(count >= 0, "a range's count is not negative")
        precondition(
            count == 0 || !start.addingReportingOverflow(count - 1).overflow,
            "the last integer of a range has to be representable")
        super.init { _, downstream, cancel in
            let sink = RangeSink(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(start, count, on: scheduler) })
        }
    }
}

@usableFromInline
final class RangeSink<Element: FixedWidthInteger>: Sink<Element> {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(
        _ start: Element, _ count: Element, on scheduler: any ImmediateSchedulerType
    ) -> DisposableObject? {
        scheduler.recursion(0 as Element) { sent, recurse in
            if sent < count {
                self.forwardOn(.next(start + sent))
                recurse(sent + 1)
            } else {
                self.finish(.completed)
            }
        }
    }
}

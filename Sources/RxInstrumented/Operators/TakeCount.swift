extension ObservableType {
    /// Passes on the first `count` elements, then completes.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).take(2).subscribe { print($0) }  // next(1) next(2) completed
    /// ```
    ///
    /// `take(0)` completes without subscribing to the source.
    ///
    /// - Precondition: `count` is not negative.
    @inlinable
    public func take(_ count: Int) -> Observable<Element> {
        if count == 0 { .empty() } else { TakeCount(source: asObservable(), count: count) }
    }
}

@usableFromInline
final class TakeCount<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.ends] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, count: Int) {
        precondition(count >= 0, "take: the count must not be negative")
        super.init { _, downstream, cancel in
            source.subscribe(sink: TakeCountSink(count: count, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class TakeCountSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline var remaining: Int

    @inlinable init(count: Int, downstream: Edge<Element>, cancel: SinkDisposer) {
        remaining = count
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        switch event {
        case .next:
            guard remaining > 0 else { return }
            // Counted before it is passed on: the observer may cause the next element.
            remaining -= 1
            forwardOn(event)
            if remaining == 0 { finish(.completed) }
        case .error, .completed:
            finish(event)
        }
    }
}

extension ObservableType {
    /// Drops the first `count` elements and passes on the rest.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).skip(1).subscribe(onNext: { print($0) })  // 2 3
    /// ```
    @inlinable
    public func skip(_ count: Int) -> Observable<Element> {
        SkipCount(source: asObservable(), count: count)
    }
}

@usableFromInline
final class SkipCount<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, count: Int) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: SkipCountSink(count: count, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class SkipCountSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline var remaining: Int

    @inlinable init(count: Int, downstream: Edge<Element>, cancel: SinkDisposer) {
        remaining = count
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        switch event {
        case .next:
            if remaining <= 0 { forwardOn(event) } else { remaining -= 1 }
        case .error, .completed:
            finish(event)
        }
    }
}

extension ObservableType {
    /// Passes on the last `count` elements, once the sequence completes.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).takeLast(2).subscribe(onNext: { print($0) })  // 2 3
    /// ```
    ///
    /// An error is passed on at once, and the kept elements are dropped.
    ///
    /// - Precondition: `count` is not negative.
    @inlinable
    public func takeLast(_ count: Int) -> Observable<Element> {
        TakeLast(source: asObservable(), count: count)
    }
}

@usableFromInline
final class TakeLast<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.waits, .buffers] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, count: Int) {
        precondition(count >= 0, "takeLast: the count must not be negative")
        super.init { _, downstream, cancel in
            source.subscribe(sink: TakeLastSink(count: count, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class TakeLastSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline var elements: LatestElements<Element>

    @inlinable init(count: Int, downstream: Edge<Element>, cancel: SinkDisposer) {
        elements = LatestElements(limit: count)
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            let replaced = elements.append(ElementWithOrigin(element))
            withExtendedLifetime(replaced) {}
        case .error:
            finish(event)
        case .completed:
            let elements = elements
            elements.visit { forwardOn(next: $0) }
            finish(event)
        }
    }
}

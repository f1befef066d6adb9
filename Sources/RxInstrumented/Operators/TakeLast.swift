extension ObservableType {
    /// Passes on the last `count` elements, once the sequence completes.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).takeLast(2).subscribe(onNext: { print($0) })  // 2 3
    /// ```
    ///
    /// An error is passed on at once, and the elements kept until then are dropped.
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

    @inlinable init(source: Observable<Element>, count: Int) {
        precondition(count >= 0, "takeLast: the count must not be negative")
        super.init { _, downstream, cancel in
            let sink = TakeLastSink(count: count, downstream: downstream, cancel: cancel)
            return (sink, source.subscribe(inner: sink, begins: false))
        }
    }
}

@usableFromInline
final class TakeLastSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let count: Int
    /// The elements kept; once there are `count` of them, each new one takes the oldest one's place.
    @usableFromInline var elements: ContiguousArray<Element> = []
    @usableFromInline var oldest = 0

    @inlinable init(count: Int, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.count = count
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            keep(element)
        case .error:
            finish(event)
        case .completed:
            for element in elements[oldest...] { forwardOn(.next(element)) }
            for element in elements[..<oldest] { forwardOn(.next(element)) }
            finish(event)
        }
    }

    @inlinable func keep(_ element: Element) {
        if elements.count < count {
            elements.append(element)
        } else if count > 0 {
            elements[oldest] = element
            oldest = oldest + 1 == count ? 0 : oldest + 1
        }
    }
}

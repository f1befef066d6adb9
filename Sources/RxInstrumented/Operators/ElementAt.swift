extension ObservableType {
    /// Passes on the element at `index`, then completes.
    ///
    /// ```swift
    /// Observable.of("a", "b", "c").element(at: 1).subscribe { print($0) }  // next(b) completed
    /// ```
    ///
    /// If the source completes before, the result fails with ``RxError/argumentOutOfRange``.
    ///
    /// - Precondition: `index` is not negative.
    @inlinable
    public func element(at index: Int) -> Observable<Element> {
        ElementAt(source: asObservable(), index: index)
    }

    /// The old name of ``element(at:)``.
    @available(*, deprecated, renamed: "element(at:)")
    @inlinable
    public func elementAt(_ index: Int) -> Observable<Element> {
        element(at: index)
    }
}

@usableFromInline
final class ElementAt<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, index: Int) {
        precondition(index >= 0, "element(at:): the index must not be negative")
        super.init { _, downstream, cancel in
            source.subscribe(sink: ElementAtSink(index: index, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class ElementAtSink<Element>: Sink<Element>, InnerObserver {
    /// How many elements are still to be dropped. Negative once the element at `index` has been passed on.
    @usableFromInline var remaining: Int

    @inlinable init(index: Int, downstream: Edge<Element>, cancel: SinkDisposer) {
        remaining = index
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        switch event {
        case .next:
            if remaining == 0 {
                forwardOn(event)
                finish(.completed)
            }
            if remaining >= 0 { remaining -= 1 }
        case .error:
            finish(event)
        case .completed:
            finish(.error(RxError.argumentOutOfRange))
        }
    }
}

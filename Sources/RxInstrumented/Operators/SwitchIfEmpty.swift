extension ObservableType {
    /// Continues with another sequence if this one completes without an element.
    ///
    /// ```swift
    /// Observable<Int>.empty().ifEmpty(switchTo: .of(1, 2)).subscribe(onNext: { print($0) })  // 1 2
    /// ```
    ///
    /// - Parameter other: subscribed to only then.
    @inlinable
    public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
        SwitchIfEmpty(source: asObservable(), other: other)
    }
}

@usableFromInline
final class SwitchIfEmpty<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.continues] }

    @inlinable init(source: Observable<Element>, other: Observable<Element>) {
        super.init { _, downstream, cancel in
            let sink = SwitchIfEmptySink(other: other, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class SwitchIfEmptySink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let other: Observable<Element>
    @usableFromInline let otherSubscription = SingleAssignmentDisposable()
    @usableFromInline var isEmpty = true

    @inlinable init(other: Observable<Element>, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.other = other
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Element>) -> DisposableObject? {
        BinaryDisposable(source.subscribe(inner: self, begins: false), otherSubscription)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            isEmpty = false
            forwardOn(event)
        case .error:
            finish(event)
        case .completed:
            if isEmpty {
                otherSubscription.set(other.subscribe(inner: SwitchIfEmptySinkIter(for: self)))
            } else {
                finish(event)
            }
        }
    }
}

/// Observes the other sequence.
@usableFromInline
final class SwitchIfEmptySinkIter<Element>: SuccessorObserver<Element> {
    @inlinable override init(for sink: Sink<Element>) {
        super.init(for: sink)
    }
}

extension ObservableType {
    /// Sends a default element if the sequence completes without one.
    ///
    /// ```swift
    /// Observable<Int>.empty().ifEmpty(default: 0).subscribe { print($0) }  // next(0) completed
    /// ```
    @inlinable
    public func ifEmpty(default: Element) -> Observable<Element> {
        DefaultIfEmpty(source: asObservable(), default: `default`)
    }
}

@usableFromInline
final class DefaultIfEmpty<Element>: Producer<Element> {
    @inlinable init(source: Observable<Element>, default: Element) {
        super.init { _, downstream, cancel in
            source.subscribe(
                sink: DefaultIfEmptySink(default: `default`, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class DefaultIfEmptySink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let `default`: Element
    @usableFromInline var isEmpty = true

    @inlinable init(default: Element, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.default = `default`
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            isEmpty = false
            forwardOn(event)
        case .error:
            finish(event)
        case .completed:
            if isEmpty { forwardOn(.next(self.default)) }
            finish(event)
        }
    }
}

extension ObservableType {
    /// Continues with another observable after an error.
    ///
    /// ```swift
    /// loading.catch { error in cached(after: error) }.subscribe(onNext: show)
    /// ```
    ///
    /// - Parameter handler: returns the observable to continue with. An error that it throws is passed on instead.
    @inlinable
    public func `catch`(_ handler: @escaping (any Error) throws -> Observable<Element>) -> Observable<Element> {
        Catch(source: asObservable(), label: .handler, handler: handler)
    }

    /// The old name of `catch`.
    @available(*, deprecated, renamed: "catch(_:)")
    @inlinable
    public func catchError(_ handler: @escaping (any Error) throws -> Observable<Element>) -> Observable<Element> {
        `catch`(handler)
    }

    /// Sends `element` and completes in place of an error.
    ///
    /// ```swift
    /// Observable<Int>.error(RxError.timeout).catchAndReturn(0).subscribe(onNext: { print($0) })  // 0
    /// ```
    @inlinable
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        Catch(source: asObservable(), label: nil) { _ in Just(element) }
    }

    /// The old name of ``catchAndReturn(_:)``.
    @available(*, deprecated, renamed: "catchAndReturn(_:)")
    @inlinable
    public func catchErrorJustReturn(_ element: Element) -> Observable<Element> {
        catchAndReturn(element)
    }
}

@usableFromInline
final class Catch<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.continues] }
    override var isKeptBySubscription: Bool { true }

    /// - Parameter label: the label of `handler`; nil if it is the library's own closure.
    @inlinable init(
        source: Observable<Element>, label: HandlerLabel?, handler: @escaping (any Error) throws -> Observable<Element>
    ) {
        super.init { _, downstream, cancel in
            let sink = CatchSink(label: label, handler: handler, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class CatchSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let label: HandlerLabel?
    @usableFromInline let handler: (any Error) throws -> Observable<Element>
    @usableFromInline let subscription = SerialDisposable()

    @inlinable init(
        label: HandlerLabel?, handler: @escaping (any Error) throws -> Observable<Element>, downstream: Edge<Element>,
        cancel: SinkDisposer
    ) {
        self.label = label
        self.handler = handler
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Element>) -> DisposableObject {
        // Set before the source is subscribed to: if the source fails at once, its subscription must not replace the
        // handler's sequence.
        let disposable = SingleAssignmentDisposable()
        subscription.set(disposable)
        disposable.set(source.subscribe(inner: self, begins: false))
        return subscription
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next:
            forwardOn(event)
        case .error(let error):
            goOn(after: error)
        case .completed:
            finish(event)
        }
    }

    @inlinable func goOn(after error: any Error) {
        do {
            let source: Observable<Element>
            if let label {
                source = try handle(label) { try handler(error) }
            } else {
                source = try handler(error)
            }
            subscription.set(source.subscribe(inner: CatchSinkProxy(for: self)))
        } catch {
            finish(.error(error))
        }
    }
}

/// Observes the handler's sequence, whose errors are not caught.
@usableFromInline
final class CatchSinkProxy<Element>: SuccessorObserver<Element> {
    @inlinable override init(for sink: Sink<Element>) {
        super.init(for: sink)
    }
}

extension ObservableType {
    /// Calls closures as the events go by, and as a subscription begins and ends.
    ///
    /// ```swift
    /// Observable.of(1, 2)
    ///     .do(onNext: { print("before", $0) }, afterNext: { print("after", $0) })
    ///     .subscribe(onNext: { print($0) })
    /// // before 1  1  after 1  before 2  2  after 2
    /// ```
    ///
    /// An error that a closure throws ends the sequence.
    ///
    /// - Parameters:
    ///   - onNext: called before an element is passed on.
    ///   - afterNext: called after an element was passed on.
    ///   - onError: called before an error is passed on.
    ///   - afterError: called after an error was passed on.
    ///   - onCompleted: called before the completion is passed on.
    ///   - afterCompleted: called after the completion was passed on.
    ///   - onSubscribe: called before the source is subscribed to.
    ///   - onSubscribed: called after the source was subscribed to, which may have sent its events by then.
    ///   - onDispose: called after the subscription to the source was disposed, however it ended.
    @inlinable
    public func `do`(
        onNext: ((Element) throws -> Void)? = nil, afterNext: ((Element) throws -> Void)? = nil,
        onError: ((any Error) throws -> Void)? = nil, afterError: ((any Error) throws -> Void)? = nil,
        onCompleted: (() throws -> Void)? = nil, afterCompleted: (() throws -> Void)? = nil,
        onSubscribe: (() -> Void)? = nil, onSubscribed: (() -> Void)? = nil, onDispose: (() -> Void)? = nil
    ) -> Observable<Element> {
        Do(
            source: asObservable(),
            before: DoHandlers(next: onNext, label: .onNext, error: onError, completed: onCompleted),
            after: DoHandlers(next: afterNext, label: .afterNext, error: afterError, completed: afterCompleted),
            onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose)
    }
}

/// The closures that are called before, or after, events are passed on.
@usableFromInline
struct DoHandlers<Element> {
    // Not optional, unlike the others: calling an optional closure costs a retain and a release per element.
    @usableFromInline let next: (Element) throws -> Void
    @usableFromInline let hasNext: Bool
    /// The label of `next`.
    @usableFromInline let label: HandlerLabel
    @usableFromInline let error: ((any Error) throws -> Void)?
    @usableFromInline let completed: (() throws -> Void)?

    @inlinable init(
        next: ((Element) throws -> Void)?, label: HandlerLabel, error: ((any Error) throws -> Void)?,
        completed: (() throws -> Void)?
    ) {
        self.label = label
        hasNext = next != nil
        if let next { self.next = next } else { self.next = { _ in } }
        self.error = error
        self.completed = completed
    }
}

@usableFromInline
final class Do<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.acts] }

    @inlinable init(
        source: Observable<Element>, before: DoHandlers<Element>, after: DoHandlers<Element>,
        onSubscribe: (() -> Void)?, onSubscribed: (() -> Void)?, onDispose: (() -> Void)?
    ) {
        super.init { _, downstream, cancel in
            let sink = DoSink(before: before, after: after, downstream: downstream, cancel: cancel)
            if let onSubscribe { sink.handle(.onSubscribe, onSubscribe) }
            let subscription = source.subscribe(inner: sink, begins: false)
            if let onSubscribed { sink.handle(.onSubscribed, onSubscribed) }
            let disposable = AnonymousDisposable {
                subscription?.dispose()
                if let onDispose { sink.handle(.onDispose, onDispose) }
            }
            return (sink, disposable)
        }
    }
}

@usableFromInline
final class DoSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let before: DoHandlers<Element>
    @usableFromInline let after: DoHandlers<Element>

    @inlinable init(
        before: DoHandlers<Element>, after: DoHandlers<Element>, downstream: Edge<Element>, cancel: SinkDisposer
    ) {
        self.before = before
        self.after = after
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        do {
            switch event {
            case .next(let element):
                if before.hasNext { try handle(before.label) { try before.next(element) } }
                forwardOn(event)
                if after.hasNext { try handle(after.label) { try after.next(element) } }
            case .error(let error):
                if let onError = before.error { try handle(.onError) { try onError(error) } }
                forwardOn(event)
                if let afterError = after.error { try handle(.afterError) { try afterError(error) } }
                dispose()
            case .completed:
                if let onCompleted = before.completed { try handle(.onCompleted, onCompleted) }
                forwardOn(event)
                if let afterCompleted = after.completed { try handle(.afterCompleted, afterCompleted) }
                dispose()
            }
        } catch {
            finish(.error(error))
        }
    }
}

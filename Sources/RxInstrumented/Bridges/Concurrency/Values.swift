extension ObservableConvertibleType {
    /// The elements as an asynchronous sequence, which throws the observable sequence's error.
    ///
    /// ```swift
    /// for try await price in prices.values { print(price) }
    /// ```
    ///
    /// Calling this subscribes to the sequence. Elements are buffered until the iteration asks for them. Cancelling the
    /// task that iterates, or leaving the iteration, disposes the subscription. A cancelled iteration throws
    /// `CancellationError`.
    public var values: AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { continuation in
            let end = StreamEnd()
            let subscription = asObservable().subscribeByLibrary(
                { event in
                    if event.isStopEvent { end.come() }
                    switch event {
                    case .next(let element): continuation.yield(element)
                    case .error(let error): continuation.finish(throwing: error)
                    case .completed: continuation.finish()
                    }
                }, onDisposed: { continuation.finish(throwing: CancellationError()) })
            continuation.onTermination = { reason in
                if case .cancelled = reason, !end.hasCome { subscription.dispose() }
            }
        }
    }
}

extension InfallibleType {
    /// The elements as an asynchronous sequence.
    ///
    /// ```swift
    /// for await price in prices.values { print(price) }
    /// ```
    ///
    /// Calling this subscribes to the sequence. Elements are buffered until the iteration asks for them. Cancelling the
    /// task that iterates, or leaving the iteration, disposes the subscription.
    public var values: AsyncStream<Element> {
        AsyncStream { continuation in
            let end = StreamEnd()
            let subscription = asObservable().subscribeByLibrary(
                { event in
                    if event.isStopEvent { end.come() }
                    if case .next(let element) = event { continuation.yield(element) } else { continuation.finish() }
                }, onDisposed: { continuation.finish() })
            continuation.onTermination = { reason in
                if case .cancelled = reason, !end.hasCome { subscription.dispose() }
            }
        }
    }
}

/// Whether the observable sequence has ended. If it ends before `onTermination` is set, a released stream reports that
/// it was cancelled. The subscription is not disposed then, which would otherwise depend on timing.
private final class StreamEnd: Sendable {
    private let flag = AtomicFlag()

    var hasCome: Bool { flag.isSet }
    func come() { flag.raise() }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Subscribes, and waits for the element.
    ///
    /// ```swift
    /// let user = try await loadUser().value
    /// ```
    ///
    /// - Throws: the sequence's error; `CancellationError` if the subscription is disposed before an event comes,
    ///   as it is when the task is cancelled.
    public var value: Element {
        get async throws {
            try await primitiveSequence.waitForEvent { waiting in
                (
                    onElement: { element, _ in waiting.resume(.success(element)) },
                    onCompleted: { _, _ in singleCompleted() }
                )
            }
        }
    }
}

extension PrimitiveSequenceType where Trait == MaybeTrait {
    /// Subscribes, and waits for the element. nil if the sequence completes without one.
    ///
    /// - Throws: the sequence's error; `CancellationError` if the subscription is disposed before an event comes,
    ///   as it is when the task is cancelled.
    public var value: Element? {
        get async throws {
            try await primitiveSequence.waitForEvent { waiting in
                (
                    onElement: { element, _ in waiting.resume(.success(element)) },
                    onCompleted: { _, _ in waiting.resume(.success(nil)) }
                )
            }
        }
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// Subscribes, and waits for the completion.
    ///
    /// - Throws: the sequence's error; `CancellationError` if the subscription is disposed before an event comes,
    ///   as it is when the task is cancelled.
    public var value: Void {
        get async throws {
            try await primitiveSequence.waitForEvent { waiting in
                (onElement: { _, _ in }, onCompleted: { _, _ in waiting.resume(.success(())) })
            }
        }
    }
}

extension PrimitiveSequence {
    /// Subscribes, and suspends the task until an event or the end of the subscription.
    fileprivate func waitForEvent<Value>(
        _ handlers: (Waiting<Value>) -> (onElement: ClosureHandler<Element>, onCompleted: ClosureHandler<Void>)
    ) async throws -> Value {
        let subscription = SingleAssignmentDisposable()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiting = Waiting(continuation)
                let (onElement, onCompleted) = handlers(waiting)
                subscription.set(
                    subscribe(
                        onElement: onElement, onError: { error, _ in waiting.resume(.failure(error)) },
                        onCompleted: onCompleted,
                        end: AnonymousDisposable { waiting.resume(.failure(CancellationError())) }
                    )._object)
            }
        } onCancel: {
            subscription.dispose()
        }
    }
}

/// The continuation of a waiting task, which is resumed once.
private final class Waiting<Value>: Sendable {
    private let continuation: Lock<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        self.continuation = Lock(continuation)
    }

    func resume(_ result: Result<Value, any Error>) {
        continuation.withLock { $0.take() }?.resume(with: result)
    }
}

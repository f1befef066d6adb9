extension PrimitiveSequenceType where Trait == SingleTrait {
    /// Subscribes, and waits for the element.
    ///
    /// ```swift
    /// let user = try await loadUser().value
    /// ```
    ///
    /// - Throws: the sequence's error; `CancellationError` if the subscription is disposed of before there is an event,
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
    /// Subscribes, and waits for the element; nil where the sequence completes without one.
    ///
    /// - Throws: the sequence's error; `CancellationError` if the subscription is disposed of before there is an event,
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
    /// - Throws: the sequence's error; `CancellationError` if the subscription is disposed of before there is an event,
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
    /// Subscribes and suspends the task until an event, or the end of the subscription, resumes it.
    fileprivate func waitForEvent<Value>(
        _ handlers: (Waiting<Value>) -> (onElement: ClosureHandler<Element>, onCompleted: ClosureHandler<Void>)
    ) async throws -> Value {
        let subscription = SingleAssignmentDisposable()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiting = Waiting(continuation)
                let (onElement, onCompleted) = handlers(waiting)
                subscription.setDisposable(
                    subscribe(
                        onElement: onElement, onError: { error, _ in waiting.resume(.failure(error)) },
                        onCompleted: onCompleted,
                        end: AnonymousDisposable { waiting.resume(.failure(CancellationError())) }))
            }
        } onCancel: {
            subscription.dispose()
        }
    }
}

/// A task that waits, and is resumed once.
private final class Waiting<Value>: Sendable {
    private let continuation: Lock<CheckedContinuation<Value, any Error>?>

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        self.continuation = Lock(continuation)
    }

    func resume(_ result: Result<Value, any Error>) {
        continuation.withLock { $0.take() }?.resume(with: result)
    }
}

extension ObservableConvertibleType {
    /// The elements as an asynchronous sequence, which throws the sequence's error.
    ///
    /// ```swift
    /// for try await price in prices.values { print(price) }
    /// ```
    ///
    /// The sequence is subscribed to when this is called; elements wait until they are asked for. When the task that
    /// iterates is cancelled, or the iteration is left, the subscription is disposed of; a cancelled iteration throws
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
    /// The sequence is subscribed to when this is called; elements wait until they are asked for. When the task that
    /// iterates is cancelled, or the iteration is left, the subscription is disposed of.
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

/// Whether the sequence has ended. A stream that is let go of is told to be cancelled where its end came before it was
/// asked to tell: there is nothing to dispose of then, and whether it is disposed of would be chance.
private final class StreamEnd: Sendable {
    private let flag = AtomicFlag()

    var hasCome: Bool { flag.isSet }
    func come() { flag.raise() }
}

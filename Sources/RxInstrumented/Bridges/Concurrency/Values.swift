extension ObservableConvertibleType {
    /// The elements as an asynchronous sequence, which throws the sequence's error.
    ///
    /// ```swift
    /// for try await price in prices.values { print(price) }
    /// ```
    ///
    /// The sequence is subscribed to when this is called; elements wait until they are asked for. When the task that
    /// iterates is cancelled, or the iteration is left, the subscription is disposed of.
    public var values: AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { continuation in
            let subscription = asObservable().subscribeByLibrary(
                { event in
                    switch event {
                    case .next(let element): continuation.yield(element)
                    case .error(let error): continuation.finish(throwing: error)
                    case .completed: continuation.finish()
                    }
                }, onDisposed: { continuation.finish() })
            continuation.onTermination = { reason in
                if case .cancelled = reason { subscription.dispose() }
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
            let subscription = asObservable().subscribeByLibrary(
                { event in
                    if case .next(let element) = event { continuation.yield(element) } else { continuation.finish() }
                }, onDisposed: { continuation.finish() })
            continuation.onTermination = { reason in
                if case .cancelled = reason { subscription.dispose() }
            }
        }
    }
}

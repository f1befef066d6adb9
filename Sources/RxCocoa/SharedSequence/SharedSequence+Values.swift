import RxInstrumented

extension SharedSequence {
    /// The elements as an asynchronous sequence.
    ///
    /// ```swift
    /// for await title in titles.values { show(title) }
    /// ```
    ///
    /// The sequence is subscribed to when this is called; elements wait until they are asked for. When the task that
    /// iterates is cancelled, or the iteration is left, the subscription is disposed of.
    @MainActor public var values: AsyncStream<Element> { asInfallible().values }
}

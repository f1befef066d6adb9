extension Infallible {
    /// Takes the events of an ``Infallible``.
    public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

    /// An ``Infallible`` whose subscription is a closure.
    ///
    /// ```swift
    /// let greeting = Infallible<String>.create { observer in
    ///     observer(.next("hello"))
    ///     observer(.completed)
    ///     return Disposables.create()
    /// }
    /// ```
    ///
    /// - Parameter subscribe: runs at each subscription, with the observer to send to; the disposable it returns is
    ///   disposed when the subscription ends. Events after `completed` are dropped.
    @inlinable
    public static func create(
        subscribe: @escaping (@escaping InfallibleObserver) -> any Disposable
    ) -> Infallible<Element> {
        Infallible(.create { observer in subscribe { event in observer.on(event.event) } })
    }
}

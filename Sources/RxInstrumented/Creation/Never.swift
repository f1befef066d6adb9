extension ObservableType {
    /// A sequence that sends nothing and never ends.
    ///
    /// ```swift
    /// Observable<Int>.never().subscribe { print($0) }  // prints nothing
    /// ```
    @inlinable
    public static func never() -> Observable<Element> {
        NeverProducer()
    }
}

@usableFromInline
final class NeverProducer<Element>: Observable<Element> {
    override var traceBehaviors: Trace.Behaviors { [.endless] }

    @inlinable override init() { super.init() }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        nil
    }
}

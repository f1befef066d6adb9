extension ObservableType {
    /// A sequence without elements: it completes at once.
    ///
    /// ```swift
    /// Observable<Int>.empty().subscribe { print($0) }  // completed
    /// ```
    @inlinable
    public static func empty() -> Observable<Element> {
        EmptyProducer()
    }
}

@usableFromInline
final class EmptyProducer<Element>: Observable<Element> {
    override var traceBehaviors: Trace.Behaviors { [] }

    @inlinable override init() { super.init() }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        edge.sendCompleted()
        return nil
    }
}

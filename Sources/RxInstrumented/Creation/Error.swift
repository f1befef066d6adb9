extension ObservableType {
    /// A sequence that fails at once.
    ///
    /// ```swift
    /// Observable<Int>.error(RxError.timeout).subscribe { print($0) }  // error(Sequence timeout.)
    /// ```
    @inlinable
    public static func error(_ error: any Error) -> Observable<Element> {
        ErrorProducer(error)
    }
}

@usableFromInline
final class ErrorProducer<Element>: Observable<Element> {
    override var traceBehaviors: Trace.Behaviors { [] }

    @usableFromInline let error: any Error

    @inlinable init(_ error: any Error) {
        self.error = error
        super.init()
    }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        edge.send(.error(error))
        return nil
    }
}

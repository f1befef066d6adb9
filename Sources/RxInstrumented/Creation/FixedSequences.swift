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
    @inlinable override init() { super.init() }

    @usableFromInline override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        edge.sendCompleted()
        return nil
    }
}

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

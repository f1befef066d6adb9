extension ObservableType {
    /// Sends `elements` before those of this sequence.
    ///
    /// ```swift
    /// Observable.of(3).startWith(1, 2).subscribe(onNext: { print($0) })  // 1 2 3
    /// ```
    ///
    /// The elements are sent during `subscribe`, before this sequence is subscribed.
    @inlinable
    public func startWith(_ elements: Element...) -> Observable<Element> {
        StartWith(source: asObservable(), elements: elements)
    }
}

@usableFromInline
final class StartWith<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [] }

    @inlinable init(source: Observable<Element>, elements: [Element]) {
        super.init { _, downstream, _ in
            for element in elements { downstream.send(.next(element)) }
            return (nil, source.subscribe(downstream))
        }
    }
}

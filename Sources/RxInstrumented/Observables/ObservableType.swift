/// Something that can be turned into an observable sequence.
public protocol ObservableConvertibleType<Element> {
    /// The type of the sequence's elements.
    associatedtype Element

    /// The sequence as an observable.
    func asObservable() -> Observable<Element>
}

/// An observable sequence: it sends ``Event``s to the observers that subscribe.
public protocol ObservableType<Element>: ObservableConvertibleType {
    /// Subscribes `observer` to the events of this sequence.
    ///
    /// - Returns: a disposable that ends the subscription.
    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

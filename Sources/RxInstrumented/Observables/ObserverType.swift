/// Something events can be handed to.
public protocol ObserverType<Element> {
    /// The type of the elements it is sent.
    associatedtype Element

    /// Takes the next event of a sequence.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Hands over an element: `on(.next(element))`.
    @inlinable public func onNext(_ element: Element) {
        on(.next(element))
    }

    /// Ends the sequence: `on(.completed)`.
    @inlinable public func onCompleted() {
        on(.completed)
    }

    /// Fails the sequence: `on(.error(error))`.
    @inlinable public func onError(_ error: any Error) {
        on(.error(error))
    }
}

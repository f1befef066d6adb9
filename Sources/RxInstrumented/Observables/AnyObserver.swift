import RxTraceKit

/// An observer whose concrete type is hidden.
///
/// ```swift
/// let observer = AnyObserver<Int> { event in print(event) }
/// observer.onNext(1)  // next(1)
/// ```
public struct AnyObserver<Element>: ObserverType {
    /// Takes each event.
    public typealias EventHandler = (Event<Element>) -> Void

    @usableFromInline let edge: Edge<Element>

    /// Creates an observer that passes its events to a closure.
    @inlinable public init(eventHandler: @escaping EventHandler) {
        edge = Edge(target: nil) { element, error in
            recordedHandler(.eventHandler, of: AnyObserver.self) { eventHandler(Event(element, error)) }
        }
    }

    /// Creates an observer that passes its events to another observer.
    @inlinable public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
        edge = Edge(observer)
    }

    @inlinable init(edge: Edge<Element>) {
        self.edge = edge
    }

    @inlinable public func on(_ event: Event<Element>) {
        recordedByAnyObserver(edge.target, event) { edge.send(event) }
    }

    /// The observer itself.
    @inlinable public func asObserver() -> AnyObserver<Element> {
        self
    }
}

extension ObserverType {
    /// This observer with its type hidden.
    @inlinable public func asObserver() -> AnyObserver<Element> {
        AnyObserver(self)
    }

    /// An observer that transforms each element and passes the result to this observer.
    ///
    /// An error that `transform` throws is passed on as an `error` event.
    @inlinable public func mapObserver<Result>(
        _ transform: @escaping (Result) throws -> Element
    ) -> AnyObserver<Result> {
        AnyObserver<Result>(
            edge: Edge(target: nil) { element, error in
                let event = Event<Result>(element, error).map { element in
                    try recordedHandler(.transform, of: AnyObserver<Result>.self) { try transform(element) }
                }
                self.on(event)
            })
    }
}

public import RxInstrumented

/// A sequence of the events of a control, such as a button's taps: it cannot fail, and is subscribed to on the main
/// thread.
///
/// ```swift
/// extension Reactive where Base: Button {
///     var tap: ControlEvent<Void> { ControlEvent(events: base.taps) }
/// }
/// ```
public struct ControlEvent<PropertyType>: ControlEventType {
    /// The type of what happens.
    public typealias Element = PropertyType

    @usableFromInline let events: Observable<Element>

    /// - Parameter events: a sequence that does not fail, and sends on the main thread.
    @inlinable
    public init<Ev: ObservableType>(events: Ev) where Ev.Element == Element {
        self.events = events.subscribe(on: ConcurrentMainScheduler.instance)
    }

    @inlinable
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        events.subscribe(observer)
    }

    /// The events without their promises.
    @inlinable public func asObservable() -> Observable<Element> { events }

    /// The events as an `Infallible`.
    @inlinable public func asInfallible() -> Infallible<Element> {
        asInfallible(onErrorFallbackTo: .empty())
    }

    /// The event itself.
    @inlinable public func asControlEvent() -> ControlEvent<Element> { self }
}

/// Something that can be turned into a ``ControlEvent``.
public protocol ControlEventType: ObservableType {
    /// The event as a ``ControlEvent``.
    func asControlEvent() -> ControlEvent<Element>
}

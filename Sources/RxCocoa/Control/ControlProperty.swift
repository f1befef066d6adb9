public import RxInstrumented
import RxInstrumented

/// A property of a control that both the program and the user of the control change, such as a field's text.
///
/// Subscribers are sent its value and the changes that the user makes; as an observer, it sets the value. It cannot
/// fail, and is subscribed to on the main thread.
///
/// ```swift
/// extension Reactive where Base: Field {
///     var text: ControlProperty<String?> {
///         ControlProperty(values: base.edits, valueSink: Binder(base) { field, text in field.text = text })
///     }
/// }
/// ```
public struct ControlProperty<PropertyType>: ControlPropertyType {
    /// The type of the property's value.
    public typealias Element = PropertyType

    @usableFromInline let values: Observable<Element>
    @usableFromInline let valueSink: AnyObserver<Element>

    /// - Parameters:
    ///   - values: the value and its changes; a sequence that does not fail, and sends on the main thread.
    ///   - valueSink: sets the value.
    @inlinable
    public init<Values: ObservableType, Sink: ObserverType>(
        values: Values, valueSink: Sink
    ) where Element == Values.Element, Element == Sink.Element {
        self.values = values.subscribe(on: ConcurrentMainScheduler.instance)
        self.valueSink = valueSink.asObserver()
    }

    @inlinable
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        values.subscribe(observer)
    }

    /// The changes that the user makes, without the first value.
    @inlinable public var changed: ControlEvent<PropertyType> {
        ControlEvent(events: values.skip(1))
    }

    /// The values without their promises.
    @inlinable public func asObservable() -> Observable<Element> { values }

    /// The property itself.
    @inlinable public func asControlProperty() -> ControlProperty<Element> { self }

    /// Sets the value; an error stops a debug build of the library, and is reported on standard error by a release
    /// build.
    @inlinable
    public func on(_ event: Event<Element>) {
        switch event {
        case .next: valueSink.on(event)
        case .error(let error): reportBindingError(error)
        case .completed: valueSink.on(.completed)
        }
    }
}

/// Something that can be turned into a ``ControlProperty``.
public protocol ControlPropertyType: ObservableType, ObserverType {
    /// The property as a ``ControlProperty``.
    func asControlProperty() -> ControlProperty<Element>
}

extension ControlPropertyType where Element == String? {
    /// The text, or an empty one in place of none.
    ///
    /// ```swift
    /// field.rx.text.orEmpty.map(\.count).bind(to: counter)
    /// ```
    @inlinable public var orEmpty: ControlProperty<String> {
        let original = asControlProperty()
        return ControlProperty(
            values: original.values.mapByLibrary { $0 ?? "" }, valueSink: original.valueSink.mapObserver { $0 })
    }
}

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

extension ControlEvent {
    /// As that of any observable; the result is still the event of a control.
    @discardableResult
    public func traced(_ name: String) -> Self {
        events.traced(name)
        return self
    }
}

extension ControlProperty {
    /// As that of any observable; the result is still the property of a control.
    @discardableResult
    public func traced(_ name: String) -> Self {
        values.traced(name)
        return self
    }
}

import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The namespace of a type's reactive extensions, reached as `rx`.
///
/// ```swift
/// extension Reactive where Base: Player {
///     var volume: Binder<Float> { Binder(base) { player, volume in player.volume = volume } }
/// }
/// ```
///
/// It contains a ``Binder`` for each writable property of an object: `player.rx.volume` sets `volume`.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// The value that is extended.
    public let base: Base

    /// Creates the namespace of the reactive extensions of an object or a type.
    public init(_ base: Base) {
        self.base = base
    }

    /// A binder that sets a property of the object as long as the object is alive.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Binder<Property> where Base: AnyObject {
        Binder(base) { base, value in base[keyPath: keyPath] = value }
    }
}

/// A type with reactive extensions.
public protocol ReactiveCompatible {
    /// The extended type: the conforming type itself.
    associatedtype ReactiveBase

    /// The object, or its type, as the base of reactive extensions.
    static var rx: Reactive<ReactiveBase>.Type { get set }
    /// The object, or its type, as the base of reactive extensions.
    var rx: Reactive<ReactiveBase> { get set }
}

// The setters do nothing. They exist so that writable properties in extensions can be set through `rx`.
extension ReactiveCompatible {
    /// The reactive extensions of the type itself.
    public static var rx: Reactive<Self>.Type {
        get { Reactive<Self>.self }
        set {}
    }

    /// The reactive extensions of the value.
    public var rx: Reactive<Self> {
        get { Reactive(self) }
        set {}
    }
}

extension NSObject: ReactiveCompatible {}

/// Stands in a trace for a test's observable that is not a subclass of ``Observable``.
package final class TracedTestObservable: TracedStandIn {
    override var traceRole: Trace.Role { .observable }

    /// Records that an observable of type `type` was made, and where.
    package override init(type: Any.Type) {
        super.init(type: type)
        if rxtrace_is_on() { recordCreation(of: self) }
    }

    /// Records that `observer` subscribes.
    ///
    /// - Parameter body: subscribes. `send` sends the observer an event.
    package func subscribe<Observer: ObserverType>(
        _ observer: Observer, _ body: (_ send: @escaping (Event<Observer.Element>) -> Void) -> any Disposable
    ) -> any Disposable {
        let edge = Edge(observer)
        return recordedSubscribe(self, observer: edge.target, begins: true, byUser: true) {
            body(edge.send)._object
        }.asDisposable
    }
}

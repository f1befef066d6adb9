import CRxTraceBuffer
import Foundation
import RxTraceKit

/// A place for reactive extensions of a type, reached as its `rx`.
///
/// ```swift
/// extension Reactive where Base: Player {
///     var volume: Binder<Float> { Binder(base) { player, volume in player.volume = volume } }
/// }
/// ```
///
/// Each writable property of an object is there already: `player.rx.volume` is a ``Binder`` that sets it.
@dynamicMemberLookup
public struct Reactive<Base> {
    /// The value that is extended.
    public let base: Base

    /// Makes the base of reactive extensions of an object, or of a type.
    public init(_ base: Base) {
        self.base = base
    }

    /// A binder that sets a property of the object, for as long as that lives.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Binder<Property> where Base: AnyObject {
        Binder(base) { base, value in base[keyPath: keyPath] = value }
    }
}

/// A type that has an `rx`.
public protocol ReactiveCompatible {
    /// The type that is extended: the conforming type itself.
    associatedtype ReactiveBase

    /// The object, or its type, as the base of reactive extensions.
    static var rx: Reactive<ReactiveBase>.Type { get set }
    /// The object, or its type, as the base of reactive extensions.
    var rx: Reactive<ReactiveBase> { get set }
}

// The setters do nothing; they are there so that extensions with writable properties can be used through `rx`.
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

/// Stands in a trace for an observable of a test's own, which is none of ``Observable``'s subclasses.
package final class TracedTestObservable: TracedStandIn {
    override var traceRole: Trace.Role { .observable }

    /// Records that an observable of type `type` came to be, and where.
    package override init(type: Any.Type) {
        super.init(type: type)
        if rxtrace_is_on() { recordCreation(of: self) }
    }

    /// Records that `observer` subscribes.
    ///
    /// - Parameter body: does it, and is given the closure that hands the observer an event.
    package func subscribe<Observer: ObserverType>(
        _ observer: Observer, _ body: (_ send: @escaping (Event<Observer.Element>) -> Void) -> any Disposable
    ) -> any Disposable {
        let edge = Edge(observer)
        return recordedSubscribe(self, observer: edge.target, begins: true, byUser: true) {
            body(edge.send)._object
        }.asDisposable
    }
}

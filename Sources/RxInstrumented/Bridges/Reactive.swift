import Foundation

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

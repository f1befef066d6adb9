import RxInstrumented

/// Lets ``RACObserve(_:_:observer:)`` see each value a property is given, as KVO does for an Objective-C property.
///
/// ```swift
/// final class Person {
///     @RACObservable var name = "Ada"
/// }
/// ```
///
/// For stored properties of classes. Setting one tells its observers on the same thread, after the property has its new
/// value. As with any property, threads that use one at the same time have to take turns.
@propertyWrapper
public struct RACObservable<Value> {
    private let storage: ObservedStorage<Value>

    /// Makes a property with its first value, which no observer is told.
    public init(wrappedValue: Value) {
        storage = ObservedStorage(wrappedValue)
    }

    @available(*, unavailable, message: "only a property of a class can be observed")
    public var wrappedValue: Value {
        get { storage.value }
        set { storage.value = newValue }
    }

    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage path: ReferenceWritableKeyPath<Owner, Self>
    ) -> Value {
        get {
            let storage = owner[keyPath: path].storage
            ObservedAccesses.note(storage, of: owner)
            return storage.value
        }
        set {
            let storage = owner[keyPath: path].storage
            storage.value = newValue
            storage.tellObservers(newValue)
        }
    }
}

/// As ``RACObservable``, for a weak reference: that the object is released counts as a change, to nil.
///
/// ```swift
/// final class Row {
///     @RACObservableWeak var delegate: Table?
/// }
/// ```
@propertyWrapper
public struct RACObservableWeak<Object: AnyObject> {
    private let storage: ObservedStorage<Weak>

    private struct Weak {
        weak var object: Object?
    }

    /// Makes a property with its first object, which no observer is told.
    public init(wrappedValue: Object?) {
        storage = ObservedStorage(Weak(object: wrappedValue))
    }

    @available(*, unavailable, message: "only a property of a class can be observed")
    public var wrappedValue: Object? {
        get { storage.value.object }
        set { storage.value.object = newValue }
    }

    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Object?>,
        storage path: ReferenceWritableKeyPath<Owner, Self>
    ) -> Object? {
        get {
            let storage = owner[keyPath: path].storage
            let object = storage.value.object
            ObservedAccesses.note(storage, of: owner, weakly: object)
            return object
        }
        set {
            let storage = owner[keyPath: path].storage
            storage.value.object = newValue
            storage.tellObservers(newValue)
        }
    }
}

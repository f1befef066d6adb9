import Foundation
import RxInstrumented

/// Where an observable property keeps its value.
final class ObservedStorage<Value>: ObservedProperty {
    var value: Value

    init(_ value: Value) {
        self.value = value
        super.init()
    }
}

/// The observers of one property of one object, whatever its type.
class ObservedProperty {
    private let contexts = Lock<[UInt64]>([])

    init() {}

    /// Has the proxy told, with `context`, of each value the property is given.
    final func addObserver(_ proxy: RACKVOProxy, context: UInt64) {
        contexts.withLock { $0.append(context) }
    }

    final func removeObserver(_ proxy: RACKVOProxy, context: UInt64) {
        contexts.withLock { contexts in contexts.removeAll { $0 == context } }
    }

    /// Tells those who observe now, in the order they came.
    final func tellObservers<Value>(_ value: Value) {
        let contexts = contexts.withLock { $0 }
        for context in contexts { RACKVOProxy.sharedProxy.observeValue(value, context: context) }
    }

    /// The property's name in its object; `-` where reflection does not tell.
    final func name(in owner: AnyObject) -> String {
        var mirror: Mirror? = Mirror(reflecting: owner)
        while let level = mirror {
            for (label, child) in level.children {
                guard let label, let storage = Mirror(reflecting: child).children.first?.value,
                    storage as AnyObject === self
                else { continue }
                return label.hasPrefix("_") ? String(label.dropFirst()) : label
            }
            mirror = level.superclassMirror
        }
        return "-"
    }
}

/// One observable property that was read on the way along a key path.
struct ObservedAccess {
    let property: ObservedProperty
    let owner: AnyObject
    /// The object that a weak property referred to.
    let weakObject: AnyObject?

    var name: String { property.name(in: owner) }
}

/// Notes which observable properties a thread reads: a key path does not tell of its parts, but it goes through them.
final class ObservedAccesses {
    private var accesses: [ObservedAccess] = []

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "this process has no thread-specific keys left")
        return key
    }()

    private static var current: ObservedAccesses? {
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// The observable properties that `body` reads on this thread, in order.
    static func made(by body: () -> Void) -> [ObservedAccess] {
        let outer = current
        let accesses = ObservedAccesses()
        set(accesses)
        body()
        set(outer)
        return accesses.accesses
    }

    static func note(_ property: ObservedProperty, of owner: AnyObject, weakly object: AnyObject? = nil) {
        current?.accesses.append(ObservedAccess(property: property, owner: owner, weakObject: object))
    }

    private static func set(_ accesses: ObservedAccesses?) {
        pthread_setspecific(key, accesses.map { Unmanaged.passUnretained($0).toOpaque() })
    }
}

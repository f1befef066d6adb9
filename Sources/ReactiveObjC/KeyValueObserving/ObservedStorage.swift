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

import Foundation
import RxInstrumented

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

/// Something observers subscribe to by key.
@usableFromInline
protocol SubscriptionOwner: AnyObject {
    func unsubscribe(_ key: SubscriptionKey)
}

/// Names one observer of a ``SubscriptionOwner``.
@usableFromInline
struct SubscriptionKey {
    @usableFromInline let number: UInt64

    @inlinable init(number: UInt64) {
        self.number = number
    }
}

/// Takes an observer out of the subject it subscribed to.
@usableFromInline
final class SubscriptionDisposable: DisposableObject {
    private let owner: any SubscriptionOwner
    private let key: SubscriptionKey

    @usableFromInline init(owner: any SubscriptionOwner, key: SubscriptionKey) {
        self.owner = owner
        self.key = key
        super.init()
    }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) { owner.unsubscribe(key) }
    }
}

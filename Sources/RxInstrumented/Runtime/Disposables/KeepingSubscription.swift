/// A subscription to the sources of an observable, which it keeps until it is disposed. Its own disposal is not recorded.
final class KeepingSubscription: DisposableObject {
    private let subscription: DisposableObject
    private let observable: TracedObject

    init(_ subscription: consuming DisposableObject, of observable: TracedObject) {
        self.subscription = consume subscription
        self.observable = observable
        super.init()
    }

    override func dispose() {
        subscription.dispose()
    }
}

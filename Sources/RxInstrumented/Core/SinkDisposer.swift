import Synchronization

/// Disposes a sink and its subscription, once, whichever of being set and being disposed comes first.
@usableFromInline
final class SinkDisposer: DisposableObject, Cancelable {
    private static let isSet: UInt8 = 1
    private static let isDisposed: UInt8 = 2

    override init() { super.init() }

    private let state = Atomic<UInt8>(0)
    private var sink: DisposableObject?
    private var subscription: DisposableObject?

    @usableFromInline var isDisposed: Bool { state.load(ordering: .acquiring) & Self.isDisposed != 0 }

    func setSinkAndSubscription(sink: DisposableObject?, subscription: DisposableObject?) {
        self.sink = sink
        self.subscription = subscription
        let previous = state.bitwiseOr(Self.isSet, ordering: .acquiringAndReleasing).oldValue
        precondition(previous & Self.isSet == 0, "the sink and its subscription are set once")
        if previous & Self.isDisposed != 0 { disposeParts() }
    }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            let previous = state.bitwiseOr(Self.isDisposed, ordering: .acquiringAndReleasing).oldValue
            guard previous & Self.isDisposed == 0, previous & Self.isSet != 0 else { return }
            disposeParts()
        }
    }

    // Reached once: by the second of setting and disposing. The parts are let go, which breaks the cycle between a sink
    // and its disposer.
    private func disposeParts() {
        sink.take()?.dispose()
        subscription.take()?.dispose()
    }
}

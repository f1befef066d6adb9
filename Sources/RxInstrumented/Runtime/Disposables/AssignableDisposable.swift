import Synchronization

/// The base of disposables whose content is set after they are made: whichever of being set and being disposed comes
/// second disposes the content, once.
public class AssignableDisposable: DisposableObject {
    private static let isSet: UInt8 = 1
    private static let isDisposed: UInt8 = 2

    private final let state = Atomic<UInt8>(0)

    override init() { super.init() }

    final var hasDisposed: Bool { state.load(ordering: .acquiring) & Self.isDisposed != 0 }

    /// Notes that the content is set. Returns whether it is to be disposed at once.
    final func noteSet() -> Bool {
        let previous = state.bitwiseOr(Self.isSet, ordering: .acquiringAndReleasing).oldValue
        precondition(previous & Self.isSet == 0, "what a \(type(of: self)) disposes is set once")
        return previous & Self.isDisposed != 0
    }

    /// Notes that this is disposed. Returns whether the content is to be disposed.
    final func noteDisposed() -> Bool {
        // A sink and its disposer dispose each other: every second time there is nothing to note.
        if hasDisposed { return false }
        let previous = state.bitwiseOr(Self.isDisposed, ordering: .acquiringAndReleasing).oldValue
        return previous & Self.isDisposed == 0 && previous & Self.isSet != 0
    }
}

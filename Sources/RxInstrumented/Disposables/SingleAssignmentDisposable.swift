import Synchronization

/// A disposable that holds one other, which may be set after it is disposed, and is then disposed at once.
public final class SingleAssignmentDisposable: DisposableObject, Cancelable {
    private static let isSet: UInt8 = 1
    private static let isDisposed: UInt8 = 2

    private let state = Atomic<UInt8>(0)
    private var disposable: DisposableObject?

    public override init() {
        super.init()
    }

    public var isDisposed: Bool { state.load(ordering: .acquiring) & Self.isDisposed != 0 }

    /// Sets what to dispose. To be called at most once.
    public func setDisposable(_ disposable: any Disposable) {
        set(disposable._object)
    }

    @usableFromInline func set(_ disposable: DisposableObject?) {
        self.disposable = disposable
        let previous = state.bitwiseOr(Self.isSet, ordering: .acquiringAndReleasing).oldValue
        precondition(previous & Self.isSet == 0, "a SingleAssignmentDisposable is set once")
        if previous & Self.isDisposed != 0 { disposeHeld() }
    }

    public override func dispose() {
        recorded(.dispose, self) {
            let previous = state.bitwiseOr(Self.isDisposed, ordering: .acquiringAndReleasing).oldValue
            guard previous & Self.isDisposed == 0, previous & Self.isSet != 0 else { return }
            disposeHeld()
        }
    }

    private func disposeHeld() {
        disposable.take()?.dispose()
    }
}

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

/// A disposable that holds one other, which may be set after it is disposed, and is then disposed at once.
public final class SingleAssignmentDisposable: AssignableDisposable, Cancelable {
    private var disposable: DisposableObject?

    /// Makes one that holds nothing yet.
    public override init() {
        super.init()
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool { hasDisposed }

    /// Sets the disposable to dispose. To be called at most once.
    public func setDisposable(_ disposable: any Disposable) {
        set(disposable._object)
    }

    @usableFromInline func set(_ disposable: consuming DisposableObject?) {
        self.disposable = consume disposable
        if noteSet() { disposeHeld() }
    }

    public override func dispose() {
        recorded(.dispose, self) {
            if noteDisposed() { disposeHeld() }
        }
    }

    private func disposeHeld() {
        disposable.take()?.dispose()
    }
}

/// Holds one disposable at a time: setting another disposes the one before.
public final class SerialDisposable: DisposableObject, Cancelable {
    private struct State {
        var current: DisposableObject?
        var isDisposed = false
    }

    private let state = Lock(State())

    /// Makes one that holds nothing yet.
    public override init() {
        super.init()
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The disposable that is disposed with this one. A new one is disposed at once if this one is.
    public var disposable: any Disposable {
        get { state.withLock { $0.current }.asDisposable }
        set { set(newValue._object) }
    }

    @usableFromInline func set(_ disposable: DisposableObject?) {
        exchange(disposable)?.dispose()
    }

    /// Returns the disposable to dispose now: the one before, or the new one if this one is disposed.
    @usableFromInline func exchange(_ disposable: consuming DisposableObject?) -> DisposableObject? {
        state.withLock { state in
            if state.isDisposed { return disposable.take() }
            let former = state.current.take()
            state.current = disposable.take()
            return former
        }
    }

    public override func dispose() {
        recorded(.dispose, self) {
            let current = state.withLock { state in
                state.isDisposed = true
                defer { state.current = nil }
                return state.current
            }
            current?.dispose()
        }
    }
}

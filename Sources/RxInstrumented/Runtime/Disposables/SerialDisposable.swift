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

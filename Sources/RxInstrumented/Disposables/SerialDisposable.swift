/// Holds one disposable at a time: setting another disposes the one before.
public final class SerialDisposable: DisposableObject, Cancelable {
    private struct State {
        var current: DisposableObject?
        /// The number of the turn that `current` is of.
        var turn = 0
        var isDisposed = false
    }

    private let state = Lock(State())

    public override init() {
        super.init()
    }

    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The disposable that is disposed with this one. A new one is disposed at once if this one is.
    public var disposable: any Disposable {
        get { state.withLock { $0.current }.orNop }
        set { set(newValue._object) }
    }

    @usableFromInline func set(_ disposable: DisposableObject?) {
        exchange(disposable)?.dispose()
    }

    /// Returns the disposable to dispose now: the one before, or the new one if this one is disposed.
    func exchange(_ disposable: consuming DisposableObject?, inTurn turn: Int = 0) -> DisposableObject? {
        state.withLock { state in
            if state.isDisposed { return disposable.take() }
            let former = state.current.take()
            state.current = disposable.take()
            state.turn = turn
            return former
        }
    }

    /// Holds a disposable whose turn has begun. Returns it if that turn is over, or this one disposed.
    func hold(_ disposable: consuming DisposableObject?, ofTurn turn: Int) -> DisposableObject? {
        state.withLock { state in
            if state.isDisposed || state.turn != turn { return disposable.take() }
            state.current = disposable.take()
            return nil
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

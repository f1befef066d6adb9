import Synchronization

/// Disposes a disposable once this object and everything that ``retain()`` returned are disposed.
///
/// ```swift
/// let shared = RefCountDisposable(disposable: connection)
/// let use = shared.retain()
/// shared.dispose()  // nothing yet
/// use.dispose()  // disposes the connection
/// ```
public final class RefCountDisposable: DisposableObject, Cancelable {
    private struct State {
        var disposable: DisposableObject?
        var isDisposed = false
        var isPrimaryDisposed = false
        var uses = 0

        /// Returns the disposable, once, as soon as nothing holds it any more.
        mutating func release() -> DisposableObject? {
            guard !isDisposed, isPrimaryDisposed, uses == 0 else { return nil }
            isDisposed = true
            defer { disposable = nil }
            return disposable
        }
    }

    private let state: Lock<State>

    /// Creates an object that disposes `disposable` once the object and its uses are disposed.
    public init(disposable: any Disposable) {
        let disposable = disposable._object
        state = Lock(State(disposable: disposable))
        super.init()
    }

    /// Whether the held disposable is disposed.
    public var isDisposed: Bool {
        reachesFlag()
        return state.reading { $0.isDisposed }
    }

    /// Retains the held disposable until the returned one is disposed.
    public func retain() -> any Disposable {
        reachesChange()
        return retained().asDisposable
    }

    @usableFromInline func retained() -> DisposableObject? {
        let isHeld = state.withLock { state in
            if !state.isDisposed { state.uses += 1 }
            return !state.isDisposed
        }
        return isHeld ? RefCountInnerDisposable(self) : nil
    }

    /// Disposes the held disposable, now or when its last use is disposed.
    public override func dispose() {
        recorded(.dispose, self) {
            let released = state.withLock { state in
                state.isPrimaryDisposed = true
                return state.release()
            }
            released?.dispose()
        }
    }

    fileprivate func releaseUse() {
        let released = state.withLock { state in
            state.uses -= 1
            return state.release()
        }
        released?.dispose()
    }
}

/// One use of a ``RefCountDisposable``.
final class RefCountInnerDisposable: DisposableObject {
    private let parent: RefCountDisposable
    private let disposed = AtomicFlag()

    init(_ parent: RefCountDisposable) {
        self.parent = parent
        super.init()
    }

    override func dispose() {
        recorded(.dispose, self) {
            if disposed.set() { parent.releaseUse() }
        }
    }
}

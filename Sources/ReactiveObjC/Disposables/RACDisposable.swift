import RxInstrumented
import Synchronization

/// Ends a subscription, or undoes something else, once.
///
/// ```swift
/// let disposable = RACDisposable { print("disposed") }
/// disposable.dispose()  // disposed
/// disposable.dispose()
/// ```
///
/// Releasing it does not dispose it; a ``RACScopedDisposable`` does that. May be used from any thread.
public class RACDisposable: DisposableObject, Cancelable {
    private let state = Atomic<Bool>(false)
    // Taken by the one call that disposes; not touched after that.
    private var block: (() -> Void)?
    private let isUsers: Bool

    /// A disposable that does no more than remember that it was disposed.
    public override init() {
        isUsers = false
        super.init()
    }

    /// A disposable that runs `block`, on the thread that disposes it.
    public init(block: @escaping () -> Void) {
        self.block = block
        isUsers = true
        super.init()
    }

    /// A disposable of the library's own.
    init(own block: @escaping () -> Void) {
        self.block = block
        isUsers = false
        super.init()
    }

    /// Whether ``dispose()`` was called.
    public final var isDisposed: Bool {
        reachesFlag()
        return hasDisposed
    }

    final var hasDisposed: Bool {
        state.touches(false)
        return state.load(ordering: .acquiring)
    }

    /// Runs the block, unless it has run.
    public final override func dispose() {
        recorded(.dispose, self) { didDispose() }
    }

    /// Disposes; each kind says for itself how.
    func didDispose() {
        guard markDisposed(), let block else { return }
        self.block = nil
        if isUsers {
            recordedHandler(.disposeBlock, self, block)
        } else {
            block()
        }
    }

    /// Makes it disposed. Returns whether it was not before: of several threads, one is told so.
    final func markDisposed() -> Bool {
        state.touches(true)
        return state.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }

    /// A disposable that disposes this one when it is itself disposed or released.
    public final func asScopedDisposable() -> RACScopedDisposable {
        RACScopedDisposable(self)
    }
}

/// A disposable that is also disposed when it is released.
///
/// ```swift
/// var scope: RACScopedDisposable? = RACDisposable { print("disposed") }.asScopedDisposable()
/// scope = nil  // disposed
/// ```
public final class RACScopedDisposable: RACDisposable {
    /// A disposable that disposes `disposable` when it is itself disposed or released.
    public convenience init(_ disposable: RACDisposable) {
        self.init(own: { disposable.dispose() })
    }

    deinit {
        if !hasDisposed { recorded(.deinit, self) { dispose() } }
    }
}

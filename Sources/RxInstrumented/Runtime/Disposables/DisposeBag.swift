import CRxTraceBuffer
import RxTraceKit

extension Disposable {
    /// Keeps the disposable in `bag`, which disposes it when the bag is released.
    ///
    /// ```swift
    /// observable.subscribe(onNext: show).disposed(by: bag)
    /// ```
    @inlinable
    public func disposed(by bag: DisposeBag) {
        bag.insert(object: _object)
    }
}

/// Holds disposables and disposes them when the bag is released.
///
/// Assigning a new bag to a variable releases the old bag and ends its subscriptions. Thread-safe.
public final class DisposeBag: DisposeBase {
    private struct State {
        var disposables: [DisposableObject] = []
        var isDisposed = false
    }

    private let state = Lock(State())

    /// Makes an empty bag.
    public override init() {
        super.init()
    }

    override var traceRole: Trace.Role { .bag }

    /// Adds a disposable, or disposes it if the bag is being released.
    @inlinable
    public func insert(_ disposable: any Disposable) {
        insert(object: disposable._object)
    }

    @usableFromInline
    func insert(object: consuming DisposableObject?) {
        reachesChange()
        guard let disposable = consume object else { return recorded(.insert, self, disposable: nil) {} }
        let call = rxtrace_is_on() ? openInsert(self, disposable) : 0
        keep(consume disposable)?.dispose()
        if call != 0 { rxtrace_close(call) }
    }

    /// Adds a disposable. Returns the disposable instead if the bag is being released.
    private func keep(_ disposable: consuming DisposableObject) -> DisposableObject? {
        var disposable: DisposableObject? = consume disposable
        state.withLock { state in
            if !state.isDisposed { state.disposables.append(disposable.take()!) }
        }
        return disposable
    }

    private func dispose() {
        let disposables = state.withLock { state in
            state.isDisposed = true
            return exchange(&state.disposables, with: [])
        }
        for disposable in disposables { disposable.dispose() }
    }

    deinit {
        recordedEnd(of: self) { dispose() }
    }
}

extension DisposeBag {
    /// A bag that holds `disposables`.
    public convenience init(disposing disposables: any Disposable...) {
        self.init(disposing: disposables)
    }

    /// A bag that holds the disposables that `builder` lists.
    ///
    /// ```swift
    /// let bag = DisposeBag {
    ///     name.subscribe(onNext: show)
    ///     age.subscribe(onNext: check)
    /// }
    /// ```
    public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
        self.init(disposing: builder())
    }

    /// A bag that holds `disposables`.
    public convenience init(disposing disposables: [any Disposable]) {
        self.init()
        insert(disposables)
    }

    /// Adds `disposables`, in order.
    public func insert(_ disposables: any Disposable...) {
        insert(disposables)
    }

    /// Adds the disposables that `builder` lists, in order.
    public func insert(@DisposableBuilder builder: () -> [any Disposable]) {
        insert(builder())
    }

    /// Adds `disposables`, in order.
    public func insert(_ disposables: [any Disposable]) {
        for disposable in disposables { insert(disposable) }
    }

    /// Collects the disposables that a closure lists, one per line.
    @resultBuilder
    public struct DisposableBuilder {
        /// The disposables of a block, in order.
        public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] {
            disposables
        }
    }
}

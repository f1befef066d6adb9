/// A disposable that only remembers whether it is disposed.
///
/// ```swift
/// let cancelled = BooleanDisposable()
/// cancelled.dispose()
/// cancelled.isDisposed  // true
/// ```
public final class BooleanDisposable: DisposableObject, Cancelable {
    private let disposed = AtomicFlag()

    /// Makes one that is not disposed.
    public override init() {
        super.init()
    }

    /// Makes one that is disposed already, or is not.
    public init(isDisposed: Bool) {
        super.init()
        if isDisposed { disposed.raise() }
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool { disposed.isSet }

    public override func dispose() {
        recorded(.dispose, self) { disposed.raise() }
    }
}

/// A disposable that only remembers whether it is disposed.
///
/// ```swift
/// let cancelled = BooleanDisposable()
/// cancelled.dispose()
/// cancelled.isDisposed  // true
/// ```
public final class BooleanDisposable: DisposableObject, Cancelable {
    private let disposed = AtomicFlag()

    public override init() {
        super.init()
    }

    public init(isDisposed: Bool) {
        super.init()
        if isDisposed { disposed.raise() }
    }

    public var isDisposed: Bool { disposed.isSet }

    public override func dispose() {
        recorded(.dispose, self) { disposed.raise() }
    }
}

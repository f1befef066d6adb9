import RxInstrumented

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
        if !isDisposed { recorded(.deinit, self) { dispose() } }
    }
}

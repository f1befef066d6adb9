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

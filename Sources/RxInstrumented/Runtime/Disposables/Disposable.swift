/// A resource that can be let go: a subscription, scheduled work.
public protocol Disposable {
    /// Lets the resource go. Calls after the first have no effect.
    func dispose()

    /// How the library keeps this disposable; not to be implemented or called by other code.
    var _object: DisposableObject? { get }
}

extension Disposable {
    public var _object: DisposableObject? { ForeignDisposable(self) }
}

/// A ``Disposable`` that tells whether it is disposed.
public protocol Cancelable: Disposable {
    /// Whether ``Disposable/dispose()`` was called.
    var isDisposed: Bool { get }
}

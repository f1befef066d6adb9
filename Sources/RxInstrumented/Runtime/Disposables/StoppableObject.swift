import Synchronization

/// A traced object that ends: that stops taking events, or is disposed.
///
/// The flags are here, in a class that is not generic, because Swift 6.3's optimiser cannot destroy an atomic inside a
/// specialised generic class.
@usableFromInline
class StoppableObject: DisposableObject {
    /// Whether a terminal event has been taken.
    @usableFromInline final let stopped = AtomicFlag()
    /// Whether the object is disposed.
    @usableFromInline final let disposed = AtomicFlag()

    @inlinable override init() { super.init() }
}

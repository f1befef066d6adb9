/// Lets one thread at a time deliver to an observer, so that the events of several sources are serialized, as Rx
/// requires.
///
/// As in RxSwift, observers, and closures that make the element to deliver, run in the gate, as they may not under a
/// ``Lock``. They may send, subscribe and dispose, because the gate is reentrant. Threads enter gates in the order of
/// delivery, from source to observer, and disposing enters none, so that two threads do not wait for each other.
///
/// An element that is replaced or dropped is returned from the gate and released outside, because its `deinit` is the
/// user's code. So state in the gate is changed by `exchange`, which releases nothing.
@usableFromInline
package final class DeliveryGate {
    @usableFromInline let word = ReentrantWord(.ofEvents)

    @inlinable package init() {}

    /// Runs `body` while no other thread is inside.
    @inlinable @inline(__always)
    package func pass<Result>(_ body: () throws -> Result) rethrows -> Result {
        entersForeignCode("a gate")
        guard word.lock() else { return try body() }
        defer { word.unlock() }
        return try body()
    }
}

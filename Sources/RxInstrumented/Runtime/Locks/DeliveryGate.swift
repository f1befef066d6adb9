/// Lets one thread at a time deliver to an observer: the events of several sources go through it one by one, as Rx
/// demands.
///
/// Unlike under a lock, an observer runs in a gate, and so does a closure that makes the element to deliver: the gate
/// is there for that, and RxSwift does the same. The observer may send, subscribe or dispose in turn, for the thread
/// inside may enter again. Gates are entered in the order of delivery, from above to below, and disposing enters none,
/// so that two threads do not wait for each other.
///
/// An element that another one replaces, or that is dropped, is handed out of the gate and let go there: its `deinit` is
/// the user's code. State that is kept in the gate is changed in one step (`exchange`), which lets go of nothing.
@usableFromInline
package final class DeliveryGate {
    @usableFromInline let word = ReentrantWord()

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

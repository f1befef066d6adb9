/// Lets one thread at a time deliver to an observer: the events of several sources go through it one by one, as Rx
/// demands.
///
/// Unlike under a lock, an observer runs in a gate, and so does a closure that makes the element to deliver: the gate
/// is there for that, and RxSwift does the same. The observer may send, subscribe or dispose in turn, for the thread
/// inside may enter again. Gates are entered in the order of delivery, from above to below, and disposing enters none,
/// so that two threads do not wait for each other. Objects are let go outside of the gate.
@usableFromInline
final class DeliveryGate {
    @usableFromInline let word = ReentrantWord()

    @inlinable init() {}

    /// Runs `body` while no other thread is inside.
    @inlinable @inline(__always)
    func pass<Result>(_ body: () throws -> Result) rethrows -> Result {
        entersForeignCode("a gate")
        guard word.lock() else { return try body() }
        defer { word.unlock() }
        return try body()
    }
}

extension Sink {
    /// Passes a terminal event on in `gate` and then, outside of it, disposes this sink.
    @inlinable
    final func finish(_ event: Event<Element>, in gate: DeliveryGate) {
        gate.pass {
            forwardOn(event)
            // Events that another thread sends from now on are late.
            disposed.raise()
        }
        dispose()
    }

    /// As ``finish(_:in:)``, if it is time to.
    ///
    /// - Parameter isTime: is asked in the gate, and may pass on the events that come before the end.
    /// - Returns: the result of `isTime`.
    @inlinable @inline(__always) @discardableResult
    final func finish(_ event: Event<Element>, in gate: DeliveryGate, if isTime: () -> Bool) -> Bool {
        let ends = gate.pass {
            guard isTime() else { return false }
            forwardOn(event)
            disposed.raise()
            return true
        }
        if ends { dispose() }
        return ends
    }
}

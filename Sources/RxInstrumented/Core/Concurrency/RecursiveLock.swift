import CRxTraceBuffer
import Synchronization

/// A lock that the thread holding it may take again. It guards decisions, and is released before anybody else's code is
/// called; deliveries one by one go through a ``DeliveryGate``.
@usableFromInline
final class RecursiveLock {
    @usableFromInline let word = LockWord()
    /// The mark of the thread that holds the lock, 0 while nobody does. Only its owner ever finds its own mark here.
    @usableFromInline let owner = Atomic<UInt>(0)

    @inlinable init() {}

    @inlinable
    func withLock<Result>(
        file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
        let mark = UInt(rxtrace_thread_mark())
        if owner.load(ordering: .relaxed) == mark { return try body() }
        word.lock()
        owner.store(mark, ordering: .relaxed)
        #if DEBUG
            HeldLocks.add(file, line)
        #endif
        defer {
            #if DEBUG
                HeldLocks.remove()
            #endif
            owner.store(0, ordering: .relaxed)
            word.unlock()
        }
        return try body()
    }
}

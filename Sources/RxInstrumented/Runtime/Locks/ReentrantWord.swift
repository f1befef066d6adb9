import CRxTraceBuffer
import Synchronization

/// A ``LockWord``, and which thread holds it: that one may come again.
@usableFromInline
struct ReentrantWord: ~Copyable {
    @usableFromInline let word = LockWord()
    /// The key of the thread that holds the word, 0 while nobody does. Only that thread ever finds its own key here.
    @usableFromInline let owner = Atomic<UInt>(0)

    @inlinable init() {}

    /// Waits until no other thread holds the word.
    ///
    /// - Returns: whether it is to be unlocked: not so if this thread held it already.
    @inlinable @inline(__always)
    borrowing func lock() -> Bool {
        let key = UInt(rxtrace_thread_key())
        if owner.load(ordering: .relaxed) == key { return false }
        word.lock()
        owner.store(key, ordering: .relaxed)
        return true
    }

    @inlinable @inline(__always)
    borrowing func unlock() {
        owner.store(0, ordering: .relaxed)
        word.unlock()
    }
}

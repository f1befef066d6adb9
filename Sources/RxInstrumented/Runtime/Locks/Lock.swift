import CRxTraceBuffer
import Synchronization

/// A value that one thread at a time may use. Not recursive; nobody else's code may run while it is held.
///
/// This is `Synchronization.Mutex` but for one thing: all of its ordering is done by atomic operations in code that
/// Swift compiles here or in the user's module, where the thread sanitizer sees them. A contended `Mutex` hands over in
/// the kernel, and what it guards is then reported as a race (Swift 6.3, Linux).
@usableFromInline
package struct Lock<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline let word = LockWord()
    @usableFromInline let value: _Cell<Value>

    @inlinable package init(_ value: consuming Value) {
        self.value = _Cell(value)
    }

    /// Runs `body`, which may change the value, while no other thread does.
    @inlinable @inline(__always)
    package borrowing func withLock<Result>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
        #if DEBUG
            if let beforeLock = HeldLocks.beforeLock { beforeLock() }
        #endif
        word.lock()
        #if DEBUG
            HeldLocks.add(file, line)
        #endif
        defer {
            #if DEBUG
                HeldLocks.remove()
            #endif
            word.unlock()
        }
        // By a pointer, or the sanitizer takes the change for one of the lock itself.
        let pointer = value._address
        return try body(&pointer.pointee)
    }
}

/// A lock that the thread holding it may take again. It guards decisions, and is released before anybody else's code is
/// called; deliveries one by one go through a ``DeliveryGate``.
@usableFromInline
package final class RecursiveLock {
    @usableFromInline let word = ReentrantWord()

    @inlinable package init() {}

    @inlinable
    package func withLock<Result>(
        file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
        #if DEBUG
            if let beforeLock = HeldLocks.beforeLock { beforeLock() }
        #endif
        guard word.lock() else { return try body() }
        #if DEBUG
            HeldLocks.add(file, line)
        #endif
        defer {
            #if DEBUG
                HeldLocks.remove()
            #endif
            word.unlock()
        }
        return try body()
    }
}

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

/// Tells threads apart, as long as they live; never 0.
enum ThreadKey {
    static var current: UInt { UInt(rxtrace_thread_key()) }
}

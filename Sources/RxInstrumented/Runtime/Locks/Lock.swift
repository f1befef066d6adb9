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

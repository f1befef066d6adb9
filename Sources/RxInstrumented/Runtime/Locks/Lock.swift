import CRxTraceBuffer
import Synchronization

/// A value that one thread at a time may access. Not recursive. No foreign code may run under the lock.
///
/// Unlike with `Synchronization.Mutex`, all ordering is by atomic operations that are compiled here or in the user's
/// module, where the thread sanitizer sees them. A contended `Mutex` is handed over in the kernel, and the sanitizer
/// then reports races on its value (Swift 6.3, Linux).
@usableFromInline
package struct Lock<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline let word: LockWord
    @usableFromInline let value: _Cell<Value>

    @inlinable package init(_ value: consuming Value, guards state: GuardedState = .ofLibrary) {
        word = LockWord(state)
        self.value = _Cell(value)
    }

    /// Runs `body` with exclusive access to the value.
    @inlinable @inline(__always)
    package borrowing func withLock<Result>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
        take(for: .writes, file, line)
        defer { letGo(from: .writes) }
        // Through a pointer, or the thread sanitizer takes the access for one to the whole lock.
        let pointer = value._address
        return try body(&pointer.pointee)
    }

    /// As ``withLock(file:line:_:)``, for what only reads: in which order several threads do that makes no difference.
    @inlinable @inline(__always)
    package borrowing func reading<Result>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (borrowing Value) throws -> Result
    ) rethrows -> Result {
        take(for: .reads, file, line)
        defer { letGo(from: .reads) }
        let pointer = value._address
        return try body(pointer.pointee)
    }

    @inlinable @inline(__always)
    borrowing func take(for access: GuardedAccess, _ file: StaticString, _ line: UInt) {
        word.lock(for: access)
        #if DEBUG
            HeldLocks.add(file, line)
        #endif
    }

    @inlinable @inline(__always)
    borrowing func letGo(from access: GuardedAccess) {
        #if DEBUG
            HeldLocks.remove()
        #endif
        word.unlock(from: access)
    }
}

/// A reentrant lock. No foreign code may run under it; a ``DeliveryGate`` serializes deliveries.
@usableFromInline
package final class RecursiveLock {
    @usableFromInline let word: ReentrantWord

    @inlinable package init(guards state: GuardedState = .ofEvents) {
        word = ReentrantWord(state)
    }

    @inlinable
    package func withLock<Result>(
        file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
        try hold(for: .writes, file, line, body)
    }

    /// As ``withLock(file:line:_:)``, for what only reads: in which order several threads do that makes no difference.
    @inlinable
    package func reading<Result>(
        file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
        try hold(for: .reads, file, line, body)
    }

    @inlinable @inline(__always)
    func hold<Result>(
        for access: GuardedAccess, _ file: StaticString, _ line: UInt, _ body: () throws -> Result
    ) rethrows -> Result {
        guard word.lock(for: access) else { return try body() }
        #if DEBUG
            HeldLocks.add(file, line)
        #endif
        defer {
            #if DEBUG
                HeldLocks.remove()
            #endif
            word.unlock(from: access)
        }
        return try body()
    }
}

/// A reentrant lock: a ``LockWord`` and the thread that holds it.
@usableFromInline
struct ReentrantWord: ~Copyable {
    @usableFromInline let word: LockWord
    /// The key of the thread that holds the word, 0 if none. A thread finds its own key here only while it holds the
    /// word, so relaxed access is enough.
    @usableFromInline let owner = Atomic<UInt>(0)

    @inlinable init(_ guarded: GuardedState) { word = LockWord(guarded) }

    /// Waits until no other thread holds the word. Returns whether the caller is to unlock it: false if the calling
    /// thread held the word already.
    @inlinable @inline(__always)
    borrowing func lock(for access: GuardedAccess = .writes) -> Bool {
        let key = UInt(rxtrace_thread_key())
        if owner.load(ordering: .relaxed) == key { return false }
        word.lock(for: access)
        owner.store(key, ordering: .relaxed)
        return true
    }

    @inlinable @inline(__always)
    borrowing func unlock(from access: GuardedAccess = .writes) {
        owner.store(0, ordering: .relaxed)
        word.unlock(from: access)
    }
}

/// A number that tells the current thread from all others that are alive. Never 0.
enum ThreadKey {
    static var current: UInt { UInt(rxtrace_thread_key()) }
}

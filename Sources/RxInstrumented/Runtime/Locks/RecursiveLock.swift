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

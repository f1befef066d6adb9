/// Runs pieces of work one after the other: work handed over while other work runs waits in a queue, on whichever
/// thread, and is run by the one who runs already. Nobody blocks, and the stack does not grow.
@usableFromInline
final class AsyncLock<Work: InvocableType>: DisposableObject {
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var queue = WaitingQueue<Work>()
    @usableFromInline var isRunning = false
    @usableFromInline var isClosed = false

    @inlinable override init() { super.init() }

    /// Runs `work` and any work handed over meanwhile, or leaves it to who runs already.
    @inlinable func invoke(_ work: Work) {
        guard begins(work) else { return }
        work.invoke()
        while let next = takeNext() { next.invoke() }
    }

    @inlinable func begins(_ work: Work) -> Bool {
        lock.withLock {
            if isClosed { return false }
            if isRunning {
                queue.append(work)
                return false
            }
            isRunning = true
            return true
        }
    }

    @inlinable func takeNext() -> Work? {
        lock.withLock {
            let next = queue.removeFirst()
            if case .none = next { isRunning = false }
            return next
        }
    }

    /// Drops the waiting work, and all that is handed over from now on.
    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            let dropped = lock.withLock {
                defer { (queue, isClosed) = (WaitingQueue(), true) }
                return queue
            }
            // The waiting work is let go outside of the lock.
            withExtendedLifetime(dropped) {}
        }
    }
}

/// Something that can be done.
@usableFromInline
protocol InvocableType {
    func invoke()
}

/// Something that can be done with a value.
@usableFromInline
protocol InvocableWithValueType {
    associatedtype Value

    func invoke(_ value: Value)
}

/// A piece of work, and the value to do it with.
@usableFromInline
struct InvocableScheduledItem<Invocable: InvocableWithValueType>: InvocableType {
    @usableFromInline let invocable: Invocable
    @usableFromInline let state: Invocable.Value

    @inlinable init(invocable: Invocable, state: Invocable.Value) {
        self.invocable = invocable
        self.state = state
    }

    @inlinable func invoke() {
        invocable.invoke(state)
    }
}

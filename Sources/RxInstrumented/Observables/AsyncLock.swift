/// Runs pieces of work one after another. Work that comes while other work runs, on any thread, is queued, and the
/// thread that runs already runs it. No thread blocks, and the stack does not grow.
@usableFromInline
final class AsyncLock<Work: InvocableType>: DisposableObject {
    @usableFromInline let lock = RecursiveLock(guards: .ofLibrary)
    // Under the lock.
    @usableFromInline var queue = WaitingQueue<Work>()
    @usableFromInline var isRunning = false
    @usableFromInline var isClosed = false

    @inlinable override init() { super.init() }

    /// Runs `work` and the work that is queued meanwhile. If work runs already, queues `work`.
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

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            let dropped = lock.withLock {
                defer { (queue, isClosed) = (WaitingQueue(), true) }
                return queue
            }
            // The queued work is released outside of the lock.
            withExtendedLifetime(dropped) {}
        }
    }
}

@usableFromInline
protocol InvocableType {
    func invoke()
}

@usableFromInline
protocol InvocableWithValueType {
    associatedtype Value

    func invoke(_ value: Value)
}

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

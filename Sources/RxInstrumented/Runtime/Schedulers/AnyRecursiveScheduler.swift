import RxTraceKit

extension SchedulerType {
    /// Schedules `action` to run with `state` after `dueTime`; it may schedule itself again.
    ///
    /// - Returns: a disposable that ends the recursion.
    @usableFromInline
    func scheduleRecursive<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping AnyRecursiveScheduler<State>.Action
    ) -> DisposableObject? {
        let recursive = AnyRecursiveScheduler(scheduler: self, action: action)
        recursive.schedule(state, dueTime: dueTime)
        return AnonymousDisposable { recursive.dispose() }
    }
}

/// Work that schedules itself again, at once or later, on a scheduler with time.
@usableFromInline
final class AnyRecursiveScheduler<State>: TracedObject {
    @usableFromInline typealias Action = (State, AnyRecursiveScheduler<State>) -> Void

    private let group = CompositeDisposable()
    private let scheduler: any SchedulerType
    private let lock = RecursiveLock()
    private var action: Action?

    @usableFromInline init(scheduler: any SchedulerType, action: @escaping Action) {
        self.scheduler = scheduler
        self.action = action
        super.init()
    }

    override var traceRole: Trace.Role { .disposable }

    @usableFromInline func schedule(_ state: State, dueTime: RxTimeInterval) {
        let step = RecursionStep(group)
        step.keep(scheduler.scheduleRelative(state, dueTime: dueTime) { self.run(step, $0) })
    }

    @usableFromInline func schedule(_ state: State) {
        let step = RecursionStep(group)
        step.keep(scheduler.schedule(state) { self.run(step, $0) })
    }

    private func run(_ step: RecursionStep, _ state: State) -> any Disposable {
        if group.isDisposed { return Disposables.create() }
        step.begin()
        if let action = lock.withLock({ action }) { action(state, self) }
        return Disposables.create()
    }

    @usableFromInline func dispose() {
        recorded(.dispose, self) {
            let action = lock.withLock { self.action.take() }
            group.dispose()
            // The objects that the closure holds are let go outside of the lock.
            withExtendedLifetime(action) {}
        }
    }
}

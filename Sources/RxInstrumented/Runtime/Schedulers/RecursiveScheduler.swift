import RxTraceKit

extension SchedulerType {
    /// Schedules `action` to run with `state` after `dueTime`. The action may schedule itself again.
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

/// Work that schedules itself again, at once or after a time.
@usableFromInline
final class AnyRecursiveScheduler<State>: TracedObject {
    @usableFromInline typealias Action = (State, AnyRecursiveScheduler<State>) -> Void

    private let group = CompositeDisposable()
    private let scheduler: any SchedulerType
    private let lock = RecursiveLock(guards: .ofLibrary)
    private var action: Action?

    @usableFromInline init(scheduler: any SchedulerType, action: @escaping Action) {
        self.scheduler = scheduler
        self.action = action
        super.init()
    }

    override var traceRole: Trace.Role { .disposable }

    @usableFromInline func schedule(_ state: State, dueTime: RxTimeInterval) {
        let step = RecursionStep(group, isFirst: false)
        step.keep(scheduler.scheduleRelative(state, dueTime: dueTime) { self.run(step, $0) })
    }

    @usableFromInline func schedule(_ state: State) {
        let step = RecursionStep(group, isFirst: false)
        step.keep(scheduler.schedule(state) { self.run(step, $0) })
    }

    private func run(_ step: RecursionStep, _ state: State) -> any Disposable {
        if group.hasDisposed { return Disposables.create() }
        step.begin()
        if let action = lock.reading({ action }) { action(state, self) }
        return Disposables.create()
    }

    @usableFromInline func dispose() {
        recorded(.dispose, self) {
            let action = lock.withLock { self.action.take() }
            group.dispose()
            // The objects that the closure holds are released outside of the lock.
            withExtendedLifetime(action) {}
        }
    }
}

extension ImmediateSchedulerType {
    /// Schedules `action` to run with `state`, and again with each state that it passes to `recurse`.
    ///
    /// ```swift
    /// _ = CurrentThreadScheduler.instance.scheduleRecursive(3) { count, recurse in
    ///     print(count)
    ///     if count > 1 { recurse(count - 1) }
    /// }  // 3 2 1
    /// ```
    ///
    /// - Returns: a disposable that ends the recursion.
    public func scheduleRecursive<State>(
        _ state: State, action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        recursion(state, action: action).asDisposable
    }

    @usableFromInline
    func recursion<State>(
        _ state: State, action: @escaping (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> DisposableObject? {
        let recursive = RecursiveImmediateScheduler(action: action, scheduler: self)
        recursive.schedule(state, isFirst: true)
        return AnonymousDisposable { recursive.dispose() }
    }
}

/// Work that schedules itself again, on any scheduler.
final class RecursiveImmediateScheduler<State>: TracedObject {
    typealias Action = (_ state: State, _ recurse: (State) -> Void) -> Void

    private let group = CompositeDisposable()
    private let scheduler: any ImmediateSchedulerType
    private let lock = RecursiveLock(guards: .ofLibrary)
    private var action: Action?

    init(action: @escaping Action, scheduler: any ImmediateSchedulerType) {
        self.action = action
        self.scheduler = scheduler
        super.init()
    }

    override var traceRole: Trace.Role { .disposable }

    func schedule(_ state: State, isFirst: Bool) {
        let step = RecursionStep(group, isFirst: isFirst)
        let disposable = scheduler.schedule(state) { state in
            if self.group.hasDisposed { return Disposables.create() }
            step.begin()
            if let action = self.lock.reading({ self.action }) { action(state) { self.schedule($0, isFirst: false) } }
            return Disposables.create()
        }
        step.keep(disposable)
    }

    func dispose() {
        recorded(.dispose, self) {
            let action = lock.withLock { self.action.take() }
            group.dispose()
            // The objects that the closure holds are released outside of the lock.
            withExtendedLifetime(action) {}
        }
    }
}

/// One scheduled step of a recursion. Until the step begins, the group cancels it; then it leaves the group.
final class RecursionStep {
    private enum State {
        case scheduling
        case kept(CompositeDisposable.DisposeKey)
        case begun
    }

    private let group: CompositeDisposable
    /// Whether the recursion begins with it: the others are asked for within the one before.
    private let isFirst: Bool
    private let state = Lock(State.scheduling)

    init(_ group: CompositeDisposable, isFirst: Bool) {
        self.group = group
        self.isFirst = isFirst
    }

    /// Adds the disposable that cancels the step to the group, unless the step has begun.
    func keep(_ disposable: any Disposable) {
        // Outside of the lock, because a disposed group disposes what is inserted.
        guard isScheduling else { return }
        let held = disposable.kept
        held.becomeStep(isFirst: isFirst)
        guard let key = group.insert(held) else { return }
        let isLate = state.withLock { state in
            guard case .scheduling = state else { return true }
            state = .kept(key)
            return false
        }
        if isLate { group.drop(key) }
    }

    private var isScheduling: Bool {
        state.withLock { state in
            if case .scheduling = state { true } else { false }
        }
    }

    func begin() {
        let key = state.withLock { state -> CompositeDisposable.DisposeKey? in
            defer { state = .begun }
            if case .kept(let key) = state { return key } else { return nil }
        }
        if let key { group.drop(key) }
    }
}

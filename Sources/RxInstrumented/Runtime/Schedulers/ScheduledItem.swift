import RxTraceKit

/// Work that waits in the queue of ``CurrentThreadScheduler``.
final class ScheduledItem: DisposableObject {
    private let ticket: CauseID
    // Released once it has run, because the item may be held for long.
    private var action: (() -> DisposableObject?)?
    private let disposable = SingleAssignmentDisposable()

    init(_ ticket: CauseID, _ action: @escaping () -> DisposableObject?) {
        self.ticket = ticket
        self.action = action
        super.init()
    }

    override var traceRole: Trace.Role { .item }

    var isDisposed: Bool { disposable.hasDisposed }

    func invoke() {
        guard let action = action.take() else { return }
        ticket.invoke(self) { disposable.set(action()) }
    }

    override func dispose() {
        recorded(.dispose, self) { disposable.dispose() }
    }
}

/// A disposable that disposes another one on a scheduler.
public final class ScheduledDisposable: DisposableObject, Cancelable {
    /// The scheduler that the disposal runs on.
    public let scheduler: any ImmediateSchedulerType

    private let disposed = AtomicFlag()
    private var disposable: DisposableObject?

    /// Creates a disposable that disposes `disposable` on `scheduler`, once.
    public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
        self.scheduler = scheduler
        self.disposable = disposable._object
        super.init()
    }

    /// Whether the scheduler has begun to dispose.
    public var isDisposed: Bool {
        reachesFlag()
        return disposed.isSet
    }

    public override func dispose() {
        if onlyHandsOn {
            recordedHandOn(.dispose, self) { handOn() }
        } else {
            recorded(.dispose, self) { handOn() }
        }
    }

    /// Whether a dispose does nothing at once but hand on work, to a queue. Other schedulers may run the work, or code of the
    /// user's.
    private var onlyHandsOn: Bool {
        let kind: any ImmediateSchedulerType.Type = type(of: scheduler)
        return kind == ConcurrentDispatchQueueScheduler.self || kind == SerialDispatchQueueScheduler.self
    }

    private func handOn() {
        _ = scheduler.schedule(self) { scheduled in
            scheduled.disposeHeld()
            return Disposables.create()
        }
    }

    private func disposeHeld() {
        guard disposed.set() else { return }
        disposable.take()?.dispose()
    }
}

/// A disposable whose disposal is work for a scheduler.
public final class ScheduledDisposable: DisposableObject, Cancelable {
    /// The scheduler that the disposal runs on.
    public let scheduler: any ImmediateSchedulerType

    private let disposed = AtomicFlag()
    private var disposable: DisposableObject?

    /// `disposable` is disposed on `scheduler`, once.
    public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
        self.scheduler = scheduler
        self.disposable = disposable._object
        super.init()
    }

    /// Whether the scheduler has come to the disposal.
    public var isDisposed: Bool { disposed.isSet }

    public override func dispose() {
        recorded(.dispose, self) {
            _ = scheduler.schedule(self) { scheduled in
                scheduled.disposeHeld()
                return Disposables.create()
            }
        }
    }

    private func disposeHeld() {
        guard disposed.set() else { return }
        disposable.take()?.dispose()
    }
}

import Foundation
import RxInstrumented
import RxTraceKit

/// Runs each block at once, before `schedule` returns. It is nobody's current scheduler.
final class RACImmediateScheduler: RACScheduler {
    override var recordedBehaviors: Trace.Behaviors { [.stays] }

    init() {
        super.init(name: "org.reactivecocoa.ReactiveObjC.RACScheduler.immediateScheduler")
    }

    override func schedule(_ block: @escaping () -> Void, ticket: CauseID) -> RACDisposable? {
        block()
        return nil
    }

    /// Holds the thread until `date`.
    override func schedule(
        _ block: @escaping () -> Void, after date: Date, ticket: CauseID
    ) -> RACDisposable? {
        Thread.sleep(until: date)
        block()
        return nil
    }
}

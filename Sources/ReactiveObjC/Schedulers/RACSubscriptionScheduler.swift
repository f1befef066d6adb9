import Foundation
import RxInstrumented
import RxTraceKit

/// Runs blocks at once where the thread has a current scheduler, and otherwise by a background one.
final class RACSubscriptionScheduler: RACScheduler {
    override var recordedBehaviors: Trace.Behaviors { [.stays] }

    private let backgroundScheduler = RACScheduler.scheduler()

    init() {
        super.init(name: "org.reactivecocoa.ReactiveObjC.RACScheduler.subscriptionScheduler")
    }

    // Its type says which it is.
    override var recordedName: String? { nil }

    override func schedule(_ block: @escaping () -> Void, ticket: CauseID) -> RACDisposable? {
        if RACScheduler.currentScheduler == nil { return backgroundScheduler.schedule(block) }
        block()
        return nil
    }

    override func schedule(
        _ block: @escaping () -> Void, after date: Date, ticket: CauseID
    ) -> RACDisposable? {
        (RACScheduler.currentScheduler ?? backgroundScheduler).after(date, schedule: block)
    }
}

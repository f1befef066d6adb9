import Dispatch
import Foundation
import RxInstrumented
import RxTraceKit

/// Runs blocks on a serial queue of its own, whose work any other queue may be made to do.
///
/// ```swift
/// let scheduler = RACTargetQueueScheduler(name: "decoding", targetQueue: .global())
/// scheduler.schedule { print("one after the other") }
/// ```
public final class RACTargetQueueScheduler: RACScheduler {
    public override var recordedBehaviors: Trace.Behaviors { [] }

    private let queue: DispatchQueue

    /// - Parameters:
    ///   - name: the scheduler's and its queue's; made from the target's where it is nil.
    ///   - targetQueue: the queue that does the work.
    public init(name: String? = nil, targetQueue: DispatchQueue) {
        let name = name ?? "org.reactivecocoa.ReactiveObjC.RACTargetQueueScheduler(\(targetQueue.label))"
        queue = DispatchQueue(label: name, target: targetQueue)
        super.init(name: name)
    }

    override func schedule(_ block: @escaping () -> Void, ticket: CauseID) -> RACDisposable? {
        let disposable = RACDisposable()
        handingOnOwnWork { queue.async { self.run(block, ticket, unless: disposable) } }
        return disposable
    }

    override func schedule(
        _ block: @escaping () -> Void, after date: Date, ticket: CauseID
    ) -> RACDisposable? {
        let disposable = RACDisposable()
        let deadline = DispatchWallTime.now() + max(0, date.timeIntervalSinceNow)
        handingOnOwnWork {
            queue.asyncAfter(wallDeadline: deadline) { self.run(block, ticket, unless: disposable) }
        }
        return disposable
    }

    private func run(_ block: () -> Void, _ ticket: CauseID, unless disposable: RACDisposable) {
        if disposable.hasDisposed { return }
        ticket.invoke(self) { performAsCurrentScheduler(block) }
    }
}

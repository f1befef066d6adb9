import Foundation
import RxInstrumented
import RxTraceKit

/// Which scheduler's block a thread runs.
///
/// A slot of the thread's own: a look-up in its `threadDictionary` would cost more than all else a subscription does.
enum CurrentScheduler {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "this process has no thread-specific keys left")
        return key
    }()

    static func get() -> RACScheduler? {
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// The caller keeps `scheduler` alive as long as it is set.
    static func set(_ scheduler: RACScheduler?) {
        pthread_setspecific(key, scheduler.map { Unmanaged.passUnretained($0).toOpaque() })
    }
}

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

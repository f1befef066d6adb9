import Foundation
import ReactiveObjC

let racSchedulerMain = Scenario(
    name: "rac-scheduler-main",
    summary: "on the main thread a subscription runs at once; a block handed to the main scheduler waits its turn",
    needsMainThread: true
) {
    let signal = RACSignal<String>.createSignal { subscriber in
        subscriber.sendNext("sent")
        subscriber.sendCompleted()
        return nil
    }

    // The main thread's current scheduler is the main one: didSubscribe runs before this returns.
    signal.subscribeNext { text in print("first: \(text)") }

    var isDone = false
    RACScheduler.mainThreadScheduler.schedule {
        // Inside a scheduler's block as well: at once, and by nobody else.
        signal.subscribeNext { text in print("second: \(text)") }
        isDone = true
    }
    let canceled = RACScheduler.mainThreadScheduler.schedule { print("never printed") }
    canceled?.dispose()
    print("scheduled")
    while !isDone { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
}

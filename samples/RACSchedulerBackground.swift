import Foundation
import ReactiveObjC

let racSchedulerBackground = Scenario(
    name: "rac-scheduler-background",
    summary: "a thread without a current scheduler: didSubscribe is handed to the background scheduler's queue",
    needsMainThread: true
) {
    let done = DispatchSemaphore(value: 0)
    let signal = RACSignal<String>.createSignal { subscriber in
        // This runs as work of a scheduler, so that what it subscribes to runs at once.
        RACSignal.return("sent").subscribe(subscriber)
        return nil
    }
    // Work of a queue of one's own is no work of a RACScheduler.
    let queue = DispatchQueue(label: "parsing")
    queue.async {
        signal.subscribeNext { text in print("received: \(text)") }
        // That queue is serial: this comes after.
        RACScheduler.subscriptionScheduler.schedule { done.signal() }
    }
    done.wait()
    queue.sync {}
}

import Foundation
import ReactiveObjC

let racSchedulerBackground = Scenario(
    name: "rac-scheduler-background",
    summary: "a thread without a current scheduler: didSubscribe is handed to the background scheduler's queue",
    needsMainThread: true
) {
    let hasSubscribed = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let signal = RACSignal<String>.createSignal { subscriber in
        // Another thread runs this, and subscribeNext does not wait for it.
        hasSubscribed.wait()
        // It is a scheduler's block, so that what it subscribes to runs at once.
        RACSignal.return("sent").subscribe(subscriber)
        return nil
    }
    // Work of a queue of one's own is no work of a RACScheduler.
    let queue = DispatchQueue(label: "parsing")
    queue.async {
        signal.subscribeNext { text in print("received: \(text)") }
        print("subscribed")
        hasSubscribed.signal()
        // The background scheduler's queue is serial: this comes after.
        RACScheduler.subscriptionScheduler.schedule { done.signal() }
    }
    done.wait()
    queue.sync {}
}

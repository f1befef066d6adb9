import Dispatch
import RxSwift

let observeOn = Scenario(
    name: "observe-on",
    summary: "events hop to a queue: see who scheduled each one, and on which thread its handler ran"
) {
    let queue = DispatchQueue(label: "decoding")
    let done = DispatchSemaphore(value: 0)
    // Held until subscribe has returned: a source that ends at once races with the end of subscribe.
    queue.suspend()
    let subscription = Observable.of("a", "b")
        .map { $0.uppercased() }
        .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "rx.decoding"))
        .subscribe(onNext: { print("decoded \($0)") }, onDisposed: { done.signal() })
    queue.resume()
    done.wait()
    // The last step on the queue is over when the queue takes this.
    queue.sync {}
    subscription.dispose()
}

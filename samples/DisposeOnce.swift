import Foundation
import RxSwift

private final class Connection: ReactiveCompatible {
    func close() { print("closed") }
}

let disposeOnce = Scenario(
    name: "dispose-once",
    summary: "disposed by two threads, the action runs once; what it captured is let go as soon as it has run"
) {
    var connection: Connection? = Connection()
    _ = connection?.rx.deallocated.subscribe(onNext: { print("the connection is gone") })
    let disposable = Disposables.create { [connection] in connection?.close() }
    connection = nil

    let queue = DispatchQueue(label: "closing")
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "closing")
    let hasDisposed = DispatchSemaphore(value: 0)
    _ = scheduler.schedule(()) { _ in
        disposable.dispose()
        hasDisposed.signal()
        return Disposables.create()
    }
    hasDisposed.wait()
    // The second one finds it disposed.
    disposable.dispose()
    queue.sync {}
}

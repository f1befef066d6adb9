import Foundation
import RxSwift

private final class Connection: ReactiveCompatible {
    func close() { print("closed") }
}

let disposeOnce = Scenario(
    name: "dispose-once",
    summary: "disposed by two threads and by its own action, it runs once; what it captured is let go right after"
) {
    var connection: Connection? = Connection()
    _ = connection?.rx.deallocated.subscribe(onNext: { print("the connection is gone") })
    var disposable: (any Cancelable)?
    disposable = Disposables.create { [connection] in
        connection?.close()
        // It has its action no more: this does nothing.
        disposable?.dispose()
    }
    connection = nil

    let queue = DispatchQueue(label: "closing")
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "closing")
    let hasDisposed = DispatchSemaphore(value: 0)
    _ = scheduler.schedule(()) { _ in
        disposable?.dispose()
        hasDisposed.signal()
        return Disposables.create()
    }
    hasDisposed.wait()
    // The second thread finds it disposed.
    disposable?.dispose()
    queue.sync {}
}

import Foundation
import RxInstrumented

extension BlockingObservable {
    /// Subscribes, and waits until the sequence ends or there are `limit` elements that fulfil `predicate`.
    func collect(
        atMost limit: Int? = nil, where predicate: @escaping (Element) throws -> Bool = { _ in true }
    ) -> MaterializedSequenceResult<Element> {
        let collected = Collected<Element>()
        let wait = RunLoopWait()
        let subscription = SingleAssignmentDisposable()
        let finish = {
            subscription.dispose()
            wait.stop()
        }
        wait.perform {
            let disposable = source.subscribeByLibrary { event in
                guard !subscription.isDisposed else { return }
                switch event {
                case .next(let element):
                    do {
                        let count = try predicate(element) ? collected.append(element) : collected.count
                        if let limit, count >= limit { finish() }
                    } catch {
                        collected.fail(error)
                        finish()
                    }
                case .error(let error):
                    collected.fail(error)
                    finish()
                case .completed:
                    finish()
                }
            }
            subscription.setDisposable(disposable)
        }
        let isInTime = wait.run(timeout: timeout)
        subscription.dispose()
        return isInTime ? collected.result : collected.result(failing: RxError.timeout)
    }
}

/// What has come of a sequence so far, on whichever threads.
private final class Collected<Element> {
    private let lock = NSLock()
    private var elements: [Element] = []
    private var error: (any Error)?

    var count: Int { lock.withLock { elements.count } }

    /// Returns how many elements there are with this one.
    func append(_ element: Element) -> Int {
        lock.withLock {
            elements.append(element)
            return elements.count
        }
    }

    func fail(_ error: any Error) {
        lock.withLock { self.error = error }
    }

    var result: MaterializedSequenceResult<Element> {
        lock.withLock {
            if let error { .failed(elements: elements, error: error) } else { .completed(elements: elements) }
        }
    }

    func result(failing error: any Error) -> MaterializedSequenceResult<Element> {
        .failed(elements: lock.withLock { elements }, error: error)
    }
}

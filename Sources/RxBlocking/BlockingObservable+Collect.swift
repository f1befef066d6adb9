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
                guard !subscription.hasDisposed else { return }
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
    private struct State {
        var elements: [Element] = []
        var error: (any Error)?
    }

    private let state = Lock(State(), guards: .ofEvents)

    var count: Int { state.reading { $0.elements.count } }

    /// Returns how many elements there are with this one.
    func append(_ element: Element) -> Int {
        state.withLock {
            $0.elements.append(element)
            return $0.elements.count
        }
    }

    func fail(_ error: any Error) {
        // What was there before is released outside the lock.
        _ = state.withLock { exchange(&$0.error, with: error) }
    }

    var result: MaterializedSequenceResult<Element> {
        state.reading { state in
            if let error = state.error { return .failed(elements: state.elements, error: error) }
            return .completed(elements: state.elements)
        }
    }

    func result(failing error: any Error) -> MaterializedSequenceResult<Element> {
        .failed(elements: state.reading { $0.elements }, error: error)
    }
}

extension AsyncSequence {
    /// The elements as an observable sequence.
    ///
    /// ```swift
    /// url.lines.asObservable().subscribe(onNext: { print($0) }).disposed(by: bag)
    /// ```
    ///
    /// Each subscription iterates anew in a task of its own. Disposing the subscription cancels the task. The events
    /// come on the task's threads.
    ///
    /// - Parameter priority: the task's priority.
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> {
        Observable.create { observer in
            let task = Task(priority: priority) {
                do {
                    for try await element in self { observer.onNext(element) }
                    observer.onCompleted()
                } catch {
                    observer.onError(error)
                }
            }
            return Disposables.create(with: task.cancel)
        }
    }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
    /// A ``Single`` of the value that an asynchronous closure returns, or of the error it throws.
    ///
    /// ```swift
    /// let page = Single.create { try await URLSession.shared.data(from: url).0 }
    /// ```
    ///
    /// Each subscription runs the closure in a task of its own. Disposing the subscription cancels the task. The event
    /// comes on the task's thread.
    ///
    /// - Parameters:
    ///   - detached: whether the task is detached, and does not inherit the subscriber's actor and task-local values.
    ///   - priority: the task's priority.
    ///   - work: the asynchronous work. Its result is the element.
    public static func create(
        detached: Bool = false, priority: TaskPriority? = nil, work: @Sendable @escaping () async throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        .create { single in
            let operation: () async -> Void = {
                do {
                    single(.success(try await work()))
                } catch {
                    single(.failure(error))
                }
            }
            let task =
                detached
                ? Task.detached(priority: priority, operation: operation)
                : Task(priority: priority, operation: operation)
            return Disposables.create(with: task.cancel)
        }
    }
}

extension AsyncSequence {
    /// The elements as an observable sequence.
    ///
    /// ```swift
    /// url.lines.asObservable().subscribe(onNext: { print($0) }).disposed(by: bag)
    /// ```
    ///
    /// Each subscription iterates anew, in a task of its own, which is cancelled when the subscription is disposed of;
    /// the events come on the task's threads.
    ///
    /// - Parameter priority: the task's.
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

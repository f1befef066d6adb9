/// Both an observable and an observer: it sends the events it is handed to its subscribers.
public protocol SubjectType<Element>: ObservableType {
    /// The observer a subject can be handed out as.
    associatedtype Observer: ObserverType
    /// The type of the subject as an observer.
    associatedtype SubjectObserverType = Observer

    /// The subject as an observer only.
    func asObserver() -> Observer
}

extension SubjectType {
    /// As that of any observable; the result is still a subject.
    ///
    /// ```swift
    /// let clicks = PublishSubject<Void>().traced("clicks")
    /// clicks.onNext(())  // rxtrace tree: on PublishSubject "clicks" next(())
    /// ```
    @discardableResult
    public func traced(_ name: String) -> Self {
        named(name)
    }
}

extension SubjectType where Self: Disposable {
    /// As that of any subject.
    @discardableResult
    public func traced(_ name: String) -> Self {
        named(name)
    }
}

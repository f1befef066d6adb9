/// Both an observable and an observer: what it is handed, it sends to its subscribers.
public protocol SubjectType<Element>: ObservableType {
    /// The observer a subject can be handed out as.
    associatedtype Observer: ObserverType
    associatedtype SubjectObserverType = Observer

    /// The subject as an observer only.
    func asObserver() -> Observer
}

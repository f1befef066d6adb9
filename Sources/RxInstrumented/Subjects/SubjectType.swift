/// Both an observable and an observer: it sends the events it is handed to its subscribers.
public protocol SubjectType<Element>: ObservableType {
    /// The observer a subject can be handed out as.
    associatedtype Observer: ObserverType
    /// The type of the subject as an observer.
    associatedtype SubjectObserverType = Observer

    /// The subject as an observer only.
    func asObserver() -> Observer
}

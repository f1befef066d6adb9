extension ObservableType {
    /// Subscribes code of the library's own, which takes all events; called by the user's code through a function of
    /// another module of the library.
    @inlinable
    package func subscribe(byLibrary receive: @escaping (Event<Element>) -> Void) -> any Disposable {
        let observer = ClosureObserver<Element> { event, _ in receive(event) }
        return asObservable().subscribe(Edge(observer), through: SubscribePath([receiver]))
    }

    /// Transforms the elements by code of the library's own.
    @inlinable
    package func map<Result>(byLibrary transform: @escaping (Element) -> Result) -> Observable<Result> {
        LibraryMap(source: asObservable()) { element, _ in transform(element) }
    }
}

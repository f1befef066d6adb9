extension ObservableType {
    /// Subscribes code of the library's own, which takes all events; called by the user's code through a function of
    /// another module of the library.
    @inlinable
    package func subscribeByLibrary(_ receive: @escaping (Event<Element>) -> Void) -> any Disposable {
        let observer = ClosureObserver<Element> { event, _ in receive(event) }
        return asObservable().subscribe(Edge(observer), through: SubscribePath([receiver]))
    }

    /// Subscribes code of the library's own, which takes the elements.
    @inlinable
    package func subscribeByLibrary(onNext receive: @escaping (Element) -> Void) -> any Disposable {
        let observer = ClosureObserver<Element> { event, _ in
            if case .next(let element) = event { receive(element) }
        }
        return asObservable().subscribe(
            Edge(observer), joining: nil, through: SubscribePath([receiver], joining: 0))
    }

    /// As the first, with a closure that runs when the subscription ends.
    func subscribeByLibrary(
        _ receive: @escaping (Event<Element>) -> Void, onDisposed: @escaping () -> Void
    ) -> any Disposable {
        let end = AnonymousDisposable(nil, onDisposed)
        let observer = ClosureObserver<Element> { event, _ in
            receive(event)
            if event.isStopEvent { end.dispose() }
        }
        return asObservable().subscribe(
            Edge(observer), joining: end, through: SubscribePath([receiver], joining: 0))
    }
}

extension ObservableType {
    /// Passes each element, with `obj`, which the sequence references weakly, to a closure, and sends the result.
    ///
    /// ```swift
    /// clicks.withUnretained(self) { screen, click in screen.title(of: click) }.subscribe(onNext: show)
    /// ```
    ///
    /// Completes with the first element that comes once `obj` is released.
    ///
    /// - Parameters:
    ///   - obj: the object, referenced weakly.
    ///   - resultSelector: makes the element that is sent.
    @inlinable
    public func withUnretained<Object: AnyObject, Out>(
        _ obj: Object, resultSelector: @escaping (Object, Element) -> Out
    ) -> Observable<Out> {
        unretained(obj) { object, element, sink in
            sink.handle(.resultSelector) { resultSelector(object, element) }
        }
    }

    /// Pairs each element with `obj`, which the sequence references weakly.
    ///
    /// ```swift
    /// clicks.withUnretained(self).subscribe(onNext: { screen, click in screen.show(click) })
    /// ```
    ///
    /// Completes with the first element that comes once `obj` is released.
    @inlinable
    public func withUnretained<Object: AnyObject>(_ obj: Object) -> Observable<(Object, Element)> {
        unretained(obj) { object, element, _ in (object, element) }
    }

    @inlinable
    func unretained<Object: AnyObject, Out>(
        _ object: Object, _ pair: @escaping (Object, Element, _ sink: Sink<Out>) -> Out
    ) -> Observable<Out> {
        let paired = LibraryMap(source: asObservable()) { [weak object] element, sink in
            guard let object else { throw UnretainedError.released }
            return pair(object, element, sink)
        }
        return Catch(source: paired, label: nil) { error in
            if error is UnretainedError { .empty() } else { .error(error) }
        }
    }
}

/// The internal error that ends a sequence whose object is gone. Observers receive a completion.
@usableFromInline
enum UnretainedError: Error {
    case released
}

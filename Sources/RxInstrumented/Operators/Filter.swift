extension ObservableType {
    /// Passes on the elements for which `predicate` is true.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).filter { $0 > 1 }.subscribe(onNext: { print($0) })  // 2 3
    /// ```
    ///
    /// - Parameter predicate: an error it throws ends the sequence.
    @inlinable
    public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        Filter(source: asObservable(), predicate: predicate)
    }
}

@usableFromInline
final class Filter<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .selects] }

    @usableFromInline let source: Observable<Element>
    @usableFromInline let predicate: (Element) throws -> Bool

    @inlinable init(source: Observable<Element>, predicate: @escaping (Element) throws -> Bool) {
        self.source = source
        self.predicate = predicate
        super.init { producer, downstream, cancel in
            let filter = unsafeDowncast(producer, to: Filter.self)
            return filter.source.subscribe(
                sink: FilterSink(predicate: filter.predicate, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class FilterSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let predicate: (Element) throws -> Bool

    @inlinable init(
        predicate: @escaping (Element) throws -> Bool, downstream: Edge<Element>, cancel: SinkDisposer
    ) {
        self.predicate = predicate
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            do {
                if try handle(.predicate, { try predicate(element) }) { forwardOn(event) }
            } catch {
                finish(.error(error))
            }
        case .error, .completed:
            finish(event)
        }
    }
}

extension ObservableType {
    /// Drops all elements, and passes on only the error or the completion.
    ///
    /// ```swift
    /// Observable.of(1, 2).ignoreElements().subscribe(onCompleted: { print("done") })  // done
    /// ```
    @inlinable
    public func ignoreElements() -> Observable<Never> {
        FlatMap(source: asObservable(), label: nil) { _ in Observable<Never>.empty() }
    }
}

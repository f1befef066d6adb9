extension ObservableType {
    /// Drops the elements while `predicate` is true for them, and passes on the rest.
    ///
    /// ```swift
    /// Observable.of(1, 2, 1).skip(while: { $0 < 2 }).subscribe(onNext: { print($0) })  // 2 1
    /// ```
    ///
    /// - Parameter predicate: not called again once it has returned false. An error that it throws ends the sequence.
    @inlinable
    public func skip(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        SkipWhile(source: asObservable(), predicate: predicate)
    }

    /// The old name of ``skip(while:)``.
    @available(*, deprecated, renamed: "skip(while:)")
    @inlinable
    public func skipWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        skip(while: predicate)
    }
}

@usableFromInline
final class SkipWhile<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .selects] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, predicate: @escaping (Element) throws -> Bool) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: SkipWhileSink(predicate: predicate, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class SkipWhileSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let predicate: (Element) throws -> Bool
    @usableFromInline var isOpen = false

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
                if !isOpen { isOpen = try !handle(.predicate) { try predicate(element) } }
                if isOpen { forwardOn(event) }
            } catch {
                finish(.error(error))
            }
        case .error, .completed:
            finish(event)
        }
    }
}

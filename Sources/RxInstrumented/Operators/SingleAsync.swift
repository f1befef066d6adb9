extension ObservableType {
    /// Passes on the only element. Fails if there is none or more than one.
    ///
    /// ```swift
    /// Observable.of(1).single().subscribe { print($0) }     // next(1) completed
    /// Observable.of(1, 2).single().subscribe { print($0) }  // next(1) error(Sequence contains more than one element.)
    /// ```
    ///
    /// The errors are ``RxError/noElements`` and ``RxError/moreThanOneElement``.
    @inlinable
    public func single() -> Observable<Element> {
        SingleAsync(source: asObservable(), predicate: nil)
    }

    /// Passes on the only element for which `predicate` is true. Fails if there is none or more than one.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).single { $0 == 2 }.subscribe { print($0) }  // next(2) completed
    /// ```
    ///
    /// The errors are ``RxError/noElements`` and ``RxError/moreThanOneElement``.
    ///
    /// - Parameter predicate: an error it throws ends the sequence.
    @inlinable
    public func single(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        SingleAsync(source: asObservable(), predicate: predicate)
    }
}

@usableFromInline
final class SingleAsync<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, predicate: ((Element) throws -> Bool)?) {
        super.init { _, downstream, cancel in
            source.subscribe(
                sink: SingleAsyncSink(predicate: predicate, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class SingleAsyncSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let predicate: ((Element) throws -> Bool)?
    @usableFromInline var hasElement = false

    @inlinable init(predicate: ((Element) throws -> Bool)?, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.predicate = predicate
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            do {
                if let predicate, try !handle(.predicate, { try predicate(element) }) { return }
                if hasElement { throw RxError.moreThanOneElement }
                hasElement = true
                forwardOn(event)
            } catch {
                finish(.error(error))
            }
        case .error:
            finish(event)
        case .completed:
            finish(hasElement ? event : .error(RxError.noElements))
        }
    }
}

/// The base of sinks that keep the only element of a sequence until it completes.
@usableFromInline
class OnlyElementSink<Element>: Sink<Element> {
    @usableFromInline final var element: ElementWithOrigin<Element>?

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    /// - Parameter endWithoutElement: the event that is passed on when a sequence without an element completes.
    @inlinable @inline(__always)
    final func on(_ event: Event<Element>, endWithoutElement: @autoclosure () -> Event<Element>) {
        switch event {
        case .next(let element):
            if self.element != nil { finish(.error(RxError.moreThanOneElement)) }
            let replaced = exchange(&self.element, with: ElementWithOrigin(element))
            withExtendedLifetime(replaced) {}
        case .error:
            finish(event)
        case .completed:
            guard let element else { return finish(endWithoutElement()) }
            forwardOn(next: element)
            finish(event)
        }
    }
}

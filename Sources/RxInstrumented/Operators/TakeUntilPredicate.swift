/// Whether the element that ends a `take` is passed on.
public enum TakeBehavior {
    /// The element is passed on before the sequence completes.
    case inclusive
    /// The element is dropped.
    case exclusive
}

extension ObservableType {
    /// Passes on the elements until `predicate` is true for one, then completes.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).take(until: { $0 == 2 }, behavior: .inclusive).subscribe { print($0) }
    /// // next(1) next(2) completed
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: an error it throws ends the sequence.
    ///   - behavior: whether the element that ends the sequence is passed on.
    @inlinable
    public func take(
        until predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        TakeUntilPredicate(source: asObservable(), predicate: predicate, endsOn: true, behavior: behavior)
    }

    /// Passes on the elements while `predicate` is true for them, then completes.
    ///
    /// ```swift
    /// Observable.of(1, 2, 3).take(while: { $0 < 2 }).subscribe { print($0) }  // next(1) completed
    /// ```
    ///
    /// - Parameters:
    ///   - predicate: an error it throws ends the sequence.
    ///   - behavior: whether the element that ends the sequence is passed on.
    @inlinable
    public func take(
        while predicate: @escaping (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
    ) -> Observable<Element> {
        TakeUntilPredicate(source: asObservable(), predicate: predicate, endsOn: false, behavior: behavior)
    }

    /// The old name of ``take(until:behavior:)``.
    @available(*, deprecated, renamed: "take(until:behavior:)")
    @inlinable
    public func takeUntil(
        _ behavior: TakeBehavior, predicate: @escaping (Element) throws -> Bool
    ) -> Observable<Element> {
        take(until: predicate, behavior: behavior)
    }

    /// The old name of ``take(while:behavior:)``.
    @available(*, deprecated, renamed: "take(while:)")
    @inlinable
    public func takeWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        take(while: predicate)
    }
}

@usableFromInline
final class TakeUntilPredicate<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.ends] }
    override var isKeptBySubscription: Bool { true }

    /// - Parameter endsOn: the result of `predicate` that ends the sequence.
    @inlinable init(
        source: Observable<Element>, predicate: @escaping (Element) throws -> Bool, endsOn: Bool,
        behavior: TakeBehavior
    ) {
        super.init { _, downstream, cancel in
            source.subscribe(
                sink: TakeUntilPredicateSink(
                    predicate: predicate, endsOn: endsOn, behavior: behavior, downstream: consume downstream,
                    cancel: cancel))
        }
    }
}

@usableFromInline
final class TakeUntilPredicateSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let predicate: (Element) throws -> Bool
    @usableFromInline let endsOn: Bool
    @usableFromInline let behavior: TakeBehavior
    @usableFromInline var isRunning = true

    @inlinable init(
        predicate: @escaping (Element) throws -> Bool, endsOn: Bool, behavior: TakeBehavior,
        downstream: Edge<Element>, cancel: SinkDisposer
    ) {
        self.predicate = predicate
        self.endsOn = endsOn
        self.behavior = behavior
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            guard isRunning else { return }
            do {
                let ends = try handle(.predicate) { try predicate(element) } == endsOn
                isRunning = !ends
                if !ends || behavior == .inclusive { forwardOn(event) }
                if ends { finish(.completed) }
            } catch {
                finish(.error(error))
            }
        case .error, .completed:
            finish(event)
        }
    }
}

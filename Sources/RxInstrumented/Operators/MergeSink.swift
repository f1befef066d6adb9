/// Subscribes to each inner observable and passes the events of all of them on.
@usableFromInline
class MergeSink<SourceElement, Source: ObservableConvertibleType>: Sink<Source.Element> {
    @usableFromInline final let gate = DeliveryGate()
    /// The subscriptions: to the source, if there is one, and to the inner observables that have not completed.
    @usableFromInline final let group = CompositeDisposable()
    @usableFromInline final let sourceSubscription = SingleAssignmentDisposable()
    // In the gate, which also makes checks of exclusive access needless.
    @exclusivity(unchecked) @usableFromInline final var activeCount = 0
    @exclusivity(unchecked) @usableFromInline final var hasStopped = false

    @inlinable override init(downstream: Edge<Source.Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    /// Begins with the subscription to the source of inner observables, made by `subscribe`.
    @inlinable @inline(__always)
    final func observe(_ subscribe: () -> DisposableObject?) -> DisposableObject {
        _ = group.add(sourceSubscription)
        sourceSubscription.set(subscribe())
        return group
    }

    /// Begins with all inner observables there will be.
    @inlinable final func observe(_ sources: [Observable<Source.Element>]) -> DisposableObject {
        activeCount += sources.count
        for source in sources { subscribe(source) }
        stop()
        return group
    }

    /// - Parameter select: gives the inner observable; nil for an element that is to be ignored.
    @inlinable @inline(__always)
    final func on(_ event: Event<SourceElement>, select: (SourceElement) throws -> Source?) {
        switch event {
        case .next(let element):
            if let source = begin(element, select: select) { subscribe(source.asObservable()) }
        case .error(let error):
            finish(.error(error), in: gate)
        case .completed:
            if !stop() { sourceSubscription.dispose() }
        }
    }

    @inlinable @inline(__always)
    final func begin(_ element: SourceElement, select: (SourceElement) throws -> Source?) -> Source? {
        do {
            return try gate.pass {
                guard let source = try select(element) else { return nil }
                activeCount += 1
                return source
            }
        } catch {
            finish(.error(error), in: gate)
            return nil
        }
    }

    @inlinable final func subscribe(_ source: Observable<Source.Element>) {
        let observer = MergeSinkIter(parent: self)
        guard group.begin(observer) else { return }
        group.hold(source.subscribe(inner: observer), of: observer)
    }

    /// Takes an event of an inner observable.
    // Not inlined: as a method's own object, unlike as one that was read from another, this one is not retained for it.
    @inlinable @inline(never)
    final func receive(_ event: Event<Source.Element>, from observer: GroupedObserver) {
        switch event {
        case .next:
            gate.pass { forwardOn(event) }
        case .error:
            finish(event, in: gate)
        case .completed:
            group.end(observer)
            finish(.completed, in: gate) {
                activeCount -= 1
                return hasStopped && activeCount == 0
            }
        }
    }

    /// Notes that no further inner observable will come. Returns whether that was the end.
    @inlinable @discardableResult
    final func stop() -> Bool {
        finish(.completed, in: gate) {
            hasStopped = true
            return activeCount == 0
        }
    }
}

/// Observes one inner observable.
@usableFromInline
final class MergeSinkIter<SourceElement, Source: ObservableConvertibleType>: GroupedObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Source.Element

    @usableFromInline let parent: MergeSink<SourceElement, Source>

    @inlinable init(parent: MergeSink<SourceElement, Source>) {
        self.parent = parent
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        parent.receive(event, from: self)
    }
}

extension CompositeDisposable {
    /// Adds one of the library's own disposables, without going through an `any Disposable`.
    @usableFromInline func add(_ disposable: DisposableObject) -> DisposeKey? {
        insert(disposable)
    }
}

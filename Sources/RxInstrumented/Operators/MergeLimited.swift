extension ObservableType where Element: ObservableConvertibleType {
    /// Passes on the events of at most `maxConcurrent` inner observables at a time, as they come.
    ///
    /// ```swift
    /// downloads.map { fetch($0) }.merge(maxConcurrent: 4).subscribe(onNext: show)
    /// ```
    ///
    /// Further inner observables wait, in order, until one completes. The first error ends the sequence.
    @inlinable
    public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
        MergeLimited(source: asObservable(), maxConcurrent: maxConcurrent)
    }

    /// Passes on the events of the inner observables, one observable after the other.
    ///
    /// ```swift
    /// Observable.of(Observable.of(1, 2), Observable.of(3)).concat().subscribe(onNext: { print($0) })  // 1 2 3
    /// ```
    @inlinable
    public func concat() -> Observable<Element.Element> {
        merge(maxConcurrent: 1)
    }
}

@usableFromInline
final class MergeLimited<Source: ObservableConvertibleType>: Producer<Source.Element> {
    override var traceBehaviors: Trace.Behaviors { [.buffers, .queues, .follows] }

    @inlinable init(source: Observable<Source>, maxConcurrent: Int) {
        super.init { _, downstream, cancel in
            let sink = MergeLimitedBasicSink<Source>(
                maxConcurrent: maxConcurrent, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.observe { source.subscribe(inner: sink, begins: false) } })
        }
    }
}

@usableFromInline
final class MergeLimitedBasicSink<Source: ObservableConvertibleType>: MergeLimitedSink<Source, Source>, InnerObserver {
    @usableFromInline typealias Element = Source

    @inlinable override init(maxConcurrent: Int, downstream: Edge<Source.Element>, cancel: SinkDisposer) {
        super.init(maxConcurrent: maxConcurrent, downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<Source>) {
        on(event) { $0 }
    }
}

/// Subscribes to inner observables while fewer than `maxConcurrent` are active, and queues the others.
@usableFromInline
class MergeLimitedSink<SourceElement, Source: ObservableConvertibleType>: Sink<Source.Element> {
    @usableFromInline final let maxConcurrent: Int
    @usableFromInline final let gate = DeliveryGate()
    /// The subscriptions to the source and to the active inner observables.
    @usableFromInline final let group = CompositeDisposable()
    @usableFromInline final let sourceSubscription = SingleAssignmentDisposable()
    @usableFromInline final let waiting = GatedState(KeptQueue<Source>())
    @usableFromInline final let progress = GatedState(MergeProgress())

    @inlinable init(maxConcurrent: Int, downstream: Edge<Source.Element>, cancel: SinkDisposer) {
        self.maxConcurrent = maxConcurrent
        super.init(downstream: downstream, cancel: cancel)
    }

    /// Runs `subscribe`, which subscribes to the source of inner observables.
    @inlinable @inline(__always)
    final func observe(_ subscribe: () -> DisposableObject?) -> DisposableObject {
        _ = group.add(sourceSubscription)
        sourceSubscription.set(subscribe())
        return group
    }

    @inlinable @inline(__always)
    final func on(_ event: Event<SourceElement>, select: (SourceElement) throws -> Source) {
        switch event {
        case .next(let element):
            if let source = begin(element, select: select) { subscribe(source.asObservable()) }
        case .error(let error):
            fail(error)
        case .completed:
            let isOver = finish(.completed, in: gate) { progress.step { $0.close() } }
            if !isOver { sourceSubscription.dispose() }
        }
    }

    /// Takes an element. Returns the inner observable to subscribe to now, or nil if it has been queued.
    @inlinable @inline(__always)
    final func begin(_ element: SourceElement, select: (SourceElement) throws -> Source) -> Source? {
        do {
            return try gate.pass {
                // A source may go on sending after the sequence has ended with an error.
                if progress.step({ $0.hasEnded }) { return nil }
                // Counted before the closure runs. If the closure throws, the sequence ends anyway.
                let begins = progress.step { $0.activeCount < maxConcurrent && $0.begin() }
                let source = try select(element)
                if progress.step({ $0.hasEnded }) { return nil }
                if begins { return source }
                let waitingSource = ElementWithOrigin(source)
                waiting.step { $0.append(waitingSource) }
                return nil
            }
        } catch {
            fail(error)
            return nil
        }
    }

    @inlinable @discardableResult
    final func subscribe(_ source: Observable<Source.Element>) -> DisposableObject {
        let disposable = SingleAssignmentDisposable()
        if let key = group.add(disposable) {
            disposable.set(source.subscribe(inner: MergeLimitedSinkIter(parent: self, key: key)))
        }
        return disposable
    }

    /// Subscribes to the next queued source on ``CurrentThreadScheduler``. So the call that ended the one before
    /// returns first, and sources that complete at once do not pile up on the stack.
    @inlinable @inline(never)
    final func subscribeNext(_ source: ElementWithOrigin<Observable<Source.Element>>) {
        let work = CurrentThreadScheduler.instance.runOrEnqueue {
            source.attributeNextCall(to: source.value) { source in
                self.gate.pass { self.progress.step { $0.hasEnded } } ? nil : self.subscribe(source)
            }
        }
        if let work { _ = group.add(work) }
    }

    @inlinable final func fail(_ error: any Error) {
        finish(.error(error), in: gate) { progress.step { $0.fail() } }
    }

    /// Takes an event of an inner observable.
    // Not inlined, because a method does not retain `self`, but inlined code would retain the object it reads from a
    // property.
    @inlinable @inline(never)
    final func receive(_ event: Event<Source.Element>, from key: CompositeDisposable.DisposeKey) {
        switch event {
        case .next:
            gate.pass { if !progress.step({ $0.hasEnded }) { forwardOn(event) } }
        case .error(let error):
            fail(error)
        case .completed:
            group.drop(key)
            var next: ElementWithOrigin<Source>?
            finish(event, in: gate) {
                next = waiting.step { $0.removeFirst() }
                return next == nil && progress.step { $0.end() }
            }
            if let next { subscribeNext(next.map { $0.asObservable() }) }
        }
    }
}

/// Observes one inner observable.
@usableFromInline
final class MergeLimitedSinkIter<SourceElement, Source: ObservableConvertibleType>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Source.Element

    @usableFromInline let parent: MergeLimitedSink<SourceElement, Source>
    @usableFromInline let key: CompositeDisposable.DisposeKey

    @inlinable init(parent: MergeLimitedSink<SourceElement, Source>, key: CompositeDisposable.DisposeKey) {
        self.parent = parent
        self.key = key
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        parent.receive(event, from: key)
    }
}

extension ObservableType {
    /// Turns each element into an observable and passes on their events, one observable after the other.
    ///
    /// ```swift
    /// Observable.of(1, 2).concatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { print($0) })  // 1 10 2 20
    /// ```
    ///
    /// The next inner observable is subscribed to when the one before it completes.
    ///
    /// - Parameter selector: runs as soon as an element comes. An error that it throws ends the sequence.
    @inlinable
    public func concatMap<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        ConcatMap(source: asObservable(), selector: selector)
    }
}

@usableFromInline
final class ConcatMap<SourceElement, Source: ObservableConvertibleType>: Producer<Source.Element> {
    override var traceBehaviors: Trace.Behaviors { [.buffers, .continues, .queues, .follows] }

    @inlinable init(source: Observable<SourceElement>, selector: @escaping (SourceElement) throws -> Source) {
        super.init { _, downstream, cancel in
            let sink = ConcatMapSink(selector: selector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.observe { source.subscribe(inner: sink, begins: false) } })
        }
    }
}

@usableFromInline
final class ConcatMapSink<SourceElement, Source: ObservableConvertibleType>:
    MergeLimitedSink<SourceElement, Source>, InnerObserver
{
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let selector: (SourceElement) throws -> Source

    @inlinable init(
        selector: @escaping (SourceElement) throws -> Source, downstream: Edge<Source.Element>, cancel: SinkDisposer
    ) {
        self.selector = selector
        super.init(maxConcurrent: 1, downstream: downstream, cancel: cancel)
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        on(event) { element in try handle(.selector) { try selector(element) } }
    }
}

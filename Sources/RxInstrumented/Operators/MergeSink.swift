/// Subscribes to each inner observable and passes on the events of all of them.
@usableFromInline
class MergeSink<SourceElement, Source: ObservableConvertibleType>: Sink<Source.Element> {
    @usableFromInline final let gate = DeliveryGate()
    /// The subscriptions to the source, if there is one, and to the inner observables that have not completed.
    @usableFromInline final let group = CompositeDisposable()
    @usableFromInline final let sourceSubscription = SingleAssignmentDisposable()
    @usableFromInline final let progress = GatedState(MergeProgress())

    @inlinable override init(downstream: Edge<Source.Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    /// Runs `subscribe`, which subscribes to the source of inner observables.
    @inlinable @inline(__always)
    final func observe(_ subscribe: () -> DisposableObject?) -> DisposableObject {
        _ = group.add(sourceSubscription)
        sourceSubscription.set(subscribe())
        return group
    }

    /// Subscribes to all inner observables, if there is no source.
    @inlinable final func observe(_ sources: [Observable<Source.Element>]) -> DisposableObject {
        _ = progress.step { $0.begin(sources.count) }
        for source in sources {
            if gate.pass({ progress.step { $0.hasEnded } }) { break }
            subscribe(source)
        }
        close()
        return group
    }

    /// - Parameter select: makes the inner observable of an element.
    @inlinable @inline(__always)
    final func on(
        _ event: Event<SourceElement>, isTaken: (MergeProgress) -> Bool = { _ in true },
        select: (SourceElement) throws -> Source
    ) {
        switch event {
        case .next(let element):
            if let source = begin(element, isTaken, select) { subscribe(source.asObservable()) }
        case .error(let error):
            fail(error)
        case .completed:
            if !close() { sourceSubscription.dispose() }
        }
    }

    @inlinable @inline(__always)
    final func begin(
        _ element: SourceElement, _ isTaken: (MergeProgress) -> Bool, _ select: (SourceElement) throws -> Source
    ) -> Source? {
        do {
            return try gate.pass {
                // A source may go on sending after the sequence has ended with an error. The inner observable is
                // counted before the closure runs, because the closure may complete the source, or have it send another
                // element.
                guard progress.step({ !$0.hasEnded && isTaken($0) && $0.begin() }) else { return nil }
                let source = try select(element)
                return progress.step { $0.hasEnded } ? nil : source
            }
        } catch {
            fail(error)
            return nil
        }
    }

    @inlinable final func subscribe(_ source: Observable<Source.Element>) {
        let disposable = SingleAssignmentDisposable()
        guard let key = group.add(disposable) else { return }
        disposable.set(source.subscribe(inner: MergeSinkIter(parent: self, key: key)))
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
            finish(.completed, in: gate) { progress.step { $0.end() } }
        }
    }

    /// Notes that no further inner observable will come. Returns whether that ended the sequence.
    @inlinable @discardableResult
    final func close() -> Bool {
        finish(.completed, in: gate) { progress.step { $0.close() } }
    }

    @inlinable final func fail(_ error: any Error) {
        finish(.error(error), in: gate) { progress.step { $0.fail() } }
    }
}

/// Observes one inner observable.
@usableFromInline
final class MergeSinkIter<SourceElement, Source: ObservableConvertibleType>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Source.Element

    @usableFromInline let parent: MergeSink<SourceElement, Source>
    @usableFromInline let key: CompositeDisposable.DisposeKey

    @inlinable init(parent: MergeSink<SourceElement, Source>, key: CompositeDisposable.DisposeKey) {
        self.parent = parent
        self.key = key
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        parent.receive(event, from: key)
    }
}

extension CompositeDisposable {
    /// Inserts a disposable of the library without making an `any Disposable`.
    @usableFromInline func add(_ disposable: DisposableObject) -> DisposeKey? {
        insert(disposable)
    }
}

/// The number of active inner observables, and whether more may come.
///
/// The phase is `ended` before the last event is passed on. So an element that the observer sends in turn begins
/// nothing any more.
@usableFromInline
struct MergeProgress {
    @usableFromInline enum Phase {
        /// More inner observables may come.
        case open
        /// No more inner observables come. The sequence ends when the last active one completes.
        case closing
        /// The last event is being passed on, or has been.
        case ended
    }

    @usableFromInline var phase = Phase.open
    @usableFromInline var activeCount = 0

    @inlinable init() {}

    @inlinable var hasEnded: Bool { phase == .ended }

    /// Counts inner observables that begin. Always returns true.
    @inlinable mutating func begin(_ count: Int = 1) -> Bool {
        activeCount += count
        return true
    }

    /// Counts an inner observable that has completed. Returns whether that ends the sequence.
    @inlinable mutating func end() -> Bool {
        activeCount -= 1
        return endIfOver()
    }

    /// Notes that no further inner observable will come. Returns whether that ends the sequence.
    @inlinable mutating func close() -> Bool {
        if phase == .open { phase = .closing }
        return endIfOver()
    }

    /// Notes that an error ends the sequence. Returns false if the sequence has ended before.
    @inlinable mutating func fail() -> Bool {
        defer { phase = .ended }
        return phase != .ended
    }

    @inlinable mutating func endIfOver() -> Bool {
        guard phase == .closing, activeCount == 0 else { return false }
        phase = .ended
        return true
    }
}

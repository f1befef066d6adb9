/// Subscribes to each inner observable and passes the events of all of them on.
@usableFromInline
class MergeSink<SourceElement, Source: ObservableConvertibleType>: Sink<Source.Element> {
    @usableFromInline final let gate = DeliveryGate()
    /// The subscriptions: to the source, if there is one, and to the inner observables that have not completed.
    @usableFromInline final let group = CompositeDisposable()
    @usableFromInline final let sourceSubscription = SingleAssignmentDisposable()
    @usableFromInline final let progress = GatedState(MergeProgress())

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
        _ = progress.step { $0.begin(sources.count) }
        for source in sources {
            if gate.pass({ progress.step { $0.hasEnded } }) { break }
            subscribe(source)
        }
        close()
        return group
    }

    /// - Parameter select: gives the inner observable of an element that is taken.
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
                // A source that pushes goes on after an error.
                // Counted before the closure runs: it may complete the source, or send it another element.
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
    // Not inlined: as a method's own object, unlike as one that was read from another, this one is not retained for it.
    @inlinable @inline(never)
    final func receive(_ event: Event<Source.Element>, from key: CompositeDisposable.DisposeKey) {
        switch event {
        case .next:
            gate.pass { if !progress.step({ $0.hasEnded }) { forwardOn(event) } }
        case .error(let error):
            fail(error)
        case .completed:
            group.remove(for: key)
            finish(.completed, in: gate) { progress.step { $0.end() } }
        }
    }

    /// Notes that no further inner observable will come. Returns whether that was the end.
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
    /// Adds one of the library's own disposables, without going through an `any Disposable`.
    @usableFromInline func add(_ disposable: DisposableObject) -> DisposeKey? {
        insert(disposable)
    }
}

/// How far a sequence of inner observables is: how many of them are active, and whether more may come.
///
/// It has ended from before its last event is passed on: what an observer of that event sets going (a window's time, an
/// element that it sends) begins nothing any more, and is not passed on.
@usableFromInline
struct MergeProgress {
    @usableFromInline enum Phase {
        /// More inner observables may come.
        case open
        /// No more come; the last to complete ends the sequence.
        case closing
        /// The last event is being passed on, or was.
        case ended
    }

    @usableFromInline var phase = Phase.open
    @usableFromInline var activeCount = 0

    @inlinable init() {}

    @inlinable var hasEnded: Bool { phase == .ended }

    /// Inner observables begin. Returns true.
    @inlinable mutating func begin(_ count: Int = 1) -> Bool {
        activeCount += count
        return true
    }

    /// An inner observable has completed. Returns whether that ends the sequence.
    @inlinable mutating func end() -> Bool {
        activeCount -= 1
        return endIfOver()
    }

    /// No further inner observable will come. Returns whether that ends the sequence.
    @inlinable mutating func close() -> Bool {
        if phase == .open { phase = .closing }
        return endIfOver()
    }

    /// An error ends the sequence. Returns false if it has ended before.
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

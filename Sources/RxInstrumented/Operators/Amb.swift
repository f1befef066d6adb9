extension ObservableType {
    /// Passes on the events of the observable that sends the first event. The subscriptions to the others are disposed.
    ///
    /// ```swift
    /// Observable.amb([nearServer, farServer]).subscribe(onNext: show)
    /// ```
    @inlinable
    public static func amb<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> Observable<Element> where Sequence.Element == Observable<Element> {
        sequence.reduce(Observable<Element>.never()) { $0.amb($1) }
    }

    /// Passes on the events of this sequence or of `right`, whichever sends the first event.
    ///
    /// ```swift
    /// Observable<Int>.never().amb(Observable.just(2)).subscribe(onNext: { print($0) })  // 2
    /// ```
    @inlinable
    public func amb<Other: ObservableType>(_ right: Other) -> Observable<Element> where Other.Element == Element {
        Amb(left: asObservable(), right: right.asObservable())
    }
}

@usableFromInline
final class Amb<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(left: Observable<Element>, right: Observable<Element>) {
        super.init { _, downstream, cancel in
            let sink = AmbSink(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(left, right) })
        }
    }
}

@usableFromInline
final class AmbSink<Element>: Sink<Element> {
    @usableFromInline enum Choice {
        case neither, left, right
    }

    @usableFromInline let left = SingleAssignmentDisposable()
    @usableFromInline let right = SingleAssignmentDisposable()
    @usableFromInline let both: BinaryDisposable
    @usableFromInline let lock = RecursiveLock()
    // Under the lock.
    @usableFromInline var choice = Choice.neither

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        both = BinaryDisposable(left, right)
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ left: Observable<Element>, _ right: Observable<Element>) -> DisposableObject {
        self.left.set(left.subscribe(inner: AmbObserver(parent: self, side: .left)))
        self.right.set(right.subscribe(inner: AmbObserver(parent: self, side: .right)))
        return both
    }

    /// Takes an event of an observer that is not chosen yet. The first event of all chooses its side.
    @inlinable func decide(_ observer: AmbObserver<Element>, _ event: Event<Element>) {
        let isFirst = lock.withLock {
            let isFirst = choice == .neither
            if isFirst { choice = observer.side }
            return isFirst
        }
        // Otherwise the other side is chosen, and the event is dropped.
        guard isFirst else { return }
        observer.isChosen = true
        (observer.side == .left ? right : left).dispose()
        pass(event)
    }

    @inlinable func pass(_ event: Event<Element>) {
        if event.isStopEvent { finish(event) } else { forwardOn(event) }
    }
}

/// Observes one of the two sources.
@usableFromInline
final class AmbObserver<Element>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline let parent: AmbSink<Element>
    @usableFromInline let side: AmbSink<Element>.Choice
    @usableFromInline var isChosen = false

    @inlinable init(parent: AmbSink<Element>, side: AmbSink<Element>.Choice) {
        self.parent = parent
        self.side = side
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        if isChosen { parent.pass(event) } else { parent.decide(self, event) }
        guard event.isStopEvent else { return }
        // As in RxSwift, a side that is not chosen disposes the left subscription when it ends: if the right source
        // ends after the left one was chosen, both end.
        if isChosen { parent.both.dispose() } else { parent.left.dispose() }
    }
}

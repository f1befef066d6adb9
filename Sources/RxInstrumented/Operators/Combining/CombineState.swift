/// What two to eight combined sources share: the gate through which they deliver, and their states.
@usableFromInline
final class CombineState {
    @usableFromInline let gate = DeliveryGate()
    @usableFromInline let sources: GatedState<SourceSet>
    /// The origin of each source's element, by the source's index.
    @usableFromInline let origins = GatedState(KeptOrigins())

    @inlinable init(arity: Int) {
        sources = GatedState(SourceSet(count: arity))
    }
}

/// The states of the sources, one bit each.
@usableFromInline
struct SourceSet {
    /// The sources without an element to combine.
    @usableFromInline var missing: UInt8
    /// The sources that have not completed.
    @usableFromInline var unfinished: UInt8

    @inlinable init(count: Int) {
        missing = UInt8.max >> UInt8(8 - count)
        unfinished = missing
    }

    /// Notes that there is an element of a source. Returns whether all sources now have one.
    @inlinable mutating func fill(_ source: UInt8) -> Bool {
        missing &= ~source
        return missing == 0
    }

    /// Notes that there is no element of a source any more.
    @inlinable mutating func empty(_ source: UInt8) {
        missing |= source
    }

    /// Notes that a source has completed. Returns whether all have.
    @inlinable mutating func finish(_ source: UInt8) -> Bool {
        unfinished &= ~source
        return unfinished == 0
    }

    /// Whether all sources but this one have completed.
    @inlinable func isLast(_ source: UInt8) -> Bool { unfinished & ~source == 0 }
}

/// The base of sinks that combine a fixed number of sources of different types.
@usableFromInline
class JointSink<Element>: CombiningSink<Element> {
    @usableFromInline final let state: CombineState

    @inlinable init(arity: Int, isUsers: Bool, downstream: Edge<Element>, cancel: SinkDisposer) {
        state = CombineState(arity: arity)
        super.init(isUsers: isUsers, downstream: downstream, cancel: cancel)
    }

    /// Sends the result of combining one element of each source.
    @inlinable @inline(__always)
    final func send(_ result: () throws -> Element) -> Bool {
        send(result) { state.origins.step { $0.attributeNextCall(to: self) } }
    }

    /// Subscribes to one of the sources.
    ///
    /// - Parameter observer: makes the source's observer, which holds the subscription.
    @inlinable @inline(__always)
    final func observe<Observer: JointObserver & InnerObserver>(
        _ source: Observable<Observer.Element>, _ observer: (SingleAssignmentDisposable) -> Observer
    ) -> SingleAssignmentDisposable {
        let subscription = SingleAssignmentDisposable()
        subscription.set(source.subscribe(inner: observer(subscription)))
        return subscription
    }
}

/// The base of the observers that a ``JointSink`` subscribes to its sources.
@usableFromInline
class JointObserver: PartObserver {
    override var traceOwner: TraceOwner { sequence.asOwner }

    @usableFromInline final let state: CombineState
    /// This source's bit.
    @usableFromInline final let bit: UInt8
    @usableFromInline final let sequence: any CombinedSequence
    @usableFromInline final let subscription: SingleAssignmentDisposable
    /// Combines the elements and sends the result. Returns whether the sequence has ended.
    @usableFromInline final let combine: () -> Bool

    @inlinable init(
        _ state: CombineState, bit: UInt8, _ sequence: any CombinedSequence, _ subscription: SingleAssignmentDisposable,
        combine: @escaping () -> Bool
    ) {
        self.state = state
        self.bit = bit
        self.sequence = sequence
        self.subscription = subscription
        self.combine = combine
        super.init()
    }

    /// Runs `body` in the gate. If `body` returns true, because the sequence has ended, disposes the sink outside of
    /// it.
    @inlinable @inline(__always)
    final func deliver(_ body: () -> Bool) {
        if state.gate.pass(body) { sequence.dispose() }
    }

    /// Takes the source's end: its error, or nil if it completed.
    @usableFromInline final func end(_ error: (any Error)?) {
        subscription.dispose()
        deliver {
            if error == nil, !state.sources.step({ $0.finish(bit) }) { return false }
            return sequence.sendEnd(error)
        }
    }
}

/// The base of sinks that combine one element of each source into a result.
@usableFromInline
class CombiningSink<Element>: Sink<Element>, CombinedSequence {
    /// Whether the result selector is the user's closure.
    @usableFromInline final let isUsers: Bool

    @inlinable init(isUsers: Bool, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.isUsers = isUsers
        super.init(downstream: downstream, cancel: cancel)
    }

    /// Sends a result, or the error that is thrown instead.
    ///
    /// - Parameter isMade: runs before the result is passed on.
    /// - Returns: whether the sequence has ended, so that the caller is to dispose this sink after the delivery.
    @inlinable @inline(__always)
    final func send(_ result: () throws -> Element, isMade: () -> Void) -> Bool {
        do {
            let result = try isUsers ? handle(.resultSelector, result) : result()
            isMade()
            forwardOn(.next(result))
            return false
        } catch {
            return sendEnd(error)
        }
    }

    /// Subscribes to each source of a collection. `take` gets the events with the source's index.
    @inlinable
    final func subscribe<Sources: Collection>(
        _ subscriptions: [SingleAssignmentDisposable], to sources: Sources,
        _ take: @escaping (Event<Sources.Element.Element>, Int) -> Void
    ) where Sources.Element: ObservableConvertibleType {
        for (index, source) in sources.enumerated() {
            let observer = AnyObserver<Sources.Element.Element>(edge: Edge(to: self) { take($0, index) })
            subscriptions[index].set(source.asObservable().subscribe(Edge(observer)))
        }
    }

    @usableFromInline final func sendEnd(_ error: (any Error)?) -> Bool {
        if let error { forwardOn(.error(error)) } else { forwardOn(.completed) }
        // Later events of other threads are dropped.
        forwardNothing()
        return true
    }
}

/// A ``CombiningSink`` without the type of its results.
@usableFromInline
protocol CombinedSequence: DisposableObject {
    /// Sends the end: `error`, or `completed` if nil.
    ///
    /// - Returns: always true, because the sequence has ended and the caller is to dispose it after the delivery.
    func sendEnd(_ error: (any Error)?) -> Bool
}

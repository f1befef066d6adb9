/// Where two to eight sources come together: the gate that all of them deliver through, and the state of each.
@usableFromInline
final class CombineState {
    @usableFromInline let gate = DeliveryGate()
    @usableFromInline let sources: GatedState<SourceSet>
    /// By source, where the element that is combined came from.
    @usableFromInline let origins = GatedState(KeptOrigins())

    @inlinable init(arity: Int) {
        sources = GatedState(SourceSet(count: arity))
    }
}

/// What is known of each of the sources: a bit for each.
@usableFromInline
struct SourceSet {
    /// The sources of which there is no element to combine.
    @usableFromInline var missing: UInt8
    /// The sources that have not completed.
    @usableFromInline var unfinished: UInt8

    @inlinable init(count: Int) {
        missing = UInt8.max >> UInt8(8 - count)
        unfinished = missing
    }

    /// There is an element of a source. Returns whether there is one of each then.
    @inlinable mutating func fill(_ source: UInt8) -> Bool {
        missing &= ~source
        return missing == 0
    }

    /// There is no element of a source any more.
    @inlinable mutating func empty(_ source: UInt8) {
        missing |= source
    }

    /// A source has completed. Returns whether all have.
    @inlinable mutating func finish(_ source: UInt8) -> Bool {
        unfinished &= ~source
        return unfinished == 0
    }

    /// Whether all sources but this one have completed.
    @inlinable func isLast(_ source: UInt8) -> Bool { unfinished & ~source == 0 }
}

/// The base of sinks that combine a fixed number of sources, each of a type of its own.
@usableFromInline
class JointSink<Element>: CombiningSink<Element> {
    @usableFromInline final let state: CombineState

    @inlinable init(arity: Int, isUsers: Bool, downstream: Edge<Element>, cancel: SinkDisposer) {
        state = CombineState(arity: arity)
        super.init(isUsers: isUsers, downstream: downstream, cancel: cancel)
    }

    /// Sends the result of one element of each source.
    @inlinable @inline(__always)
    final func send(_ result: () throws -> Element) -> Bool {
        send(result) { state.origins.step { $0.attributeNextCall(to: self) } }
    }

    /// Subscribes to one of the sources.
    ///
    /// - Parameter observer: is made for the source, around its subscription.
    @inlinable @inline(__always)
    final func observe<Observer: JointObserver & InnerObserver>(
        _ source: Observable<Observer.Element>, _ observer: (SingleAssignmentDisposable) -> Observer
    ) -> SingleAssignmentDisposable {
        let subscription = SingleAssignmentDisposable()
        subscription.set(source.subscribe(inner: observer(subscription)))
        return subscription
    }
}

/// The base of the observers of a ``JointSink``'s sources.
@usableFromInline
class JointObserver: PartObserver {
    override var traceOwner: TraceOwner { sequence.asOwner }

    @usableFromInline final let state: CombineState
    /// This source's bit.
    @usableFromInline final let bit: UInt8
    @usableFromInline final let sequence: any CombinedSequence
    @usableFromInline final let subscription: SingleAssignmentDisposable
    /// Sends the result of the elements at hand. Returns whether the sequence has ended with that.
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

    /// Runs `body` in the gate; if the sequence has ended with that, disposes it, outside of the gate.
    @inlinable @inline(__always)
    final func deliver(_ body: () -> Bool) {
        if state.gate.pass(body) { sequence.dispose() }
    }

    /// The source has failed or, without an error, completed.
    @usableFromInline final func end(_ error: (any Error)?) {
        subscription.dispose()
        deliver {
            if error == nil, !state.sources.step({ $0.finish(bit) }) { return false }
            return sequence.sendEnd(error)
        }
    }
}

/// The base of sinks that make one element out of one of each of several sources.
@usableFromInline
class CombiningSink<Element>: Sink<Element>, CombinedSequence {
    /// Whether the result selector is a closure of the user's.
    @usableFromInline final let isUsers: Bool

    @inlinable init(isUsers: Bool, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.isUsers = isUsers
        super.init(downstream: downstream, cancel: cancel)
    }

    /// Sends a result, or the error thrown instead of it.
    ///
    /// - Parameter isMade: runs before the result is passed on.
    /// - Returns: whether the sequence has ended, so that this sink is to be disposed once the event is delivered.
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

    /// Subscribes to each source of a collection, whose events go to `take` with the source's index.
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
        // Events that another thread sends from now on are late.
        disposed.raise()
        return true
    }
}

/// A ``CombiningSink``, for those who do not know the type of its results.
@usableFromInline
protocol CombinedSequence: DisposableObject {
    /// Sends the end, of which `error` is the cause if there is one.
    ///
    /// - Returns: true: the sequence has ended, and is to be disposed once the event is delivered.
    func sendEnd(_ error: (any Error)?) -> Bool
}

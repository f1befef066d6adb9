/// The base of the sinks of `zip` for two to eight sources.
@usableFromInline
class ZipSink<Element>: JointSink<Element> {
    /// Makes the queue of a source's waiting elements.
    @inlinable final func place<Value>(_ index: UInt8, of source: Observable<Value>) -> ZipQueue<Value> {
        ZipQueue(state, bit: 1 << index)
    }

    /// Subscribes to a source, and queues its elements in `values`.
    @inlinable @inline(__always)
    final func observe<Value>(
        _ source: Observable<Value>, _ values: ZipQueue<Value>, _ combine: @escaping () -> Bool
    ) -> SingleAssignmentDisposable {
        observe(source) { ZipObserver(self, values, $0, combine) }
    }
}

/// Observes one source of a `zip`.
@usableFromInline
final class ZipObserver<Element>: JointObserver, InnerObserver {
    @usableFromInline let values: ZipQueue<Element>

    @inlinable init(
        _ sequence: any CombinedSequence, _ values: ZipQueue<Element>, _ subscription: SingleAssignmentDisposable,
        _ combine: @escaping () -> Bool
    ) {
        self.values = values
        super.init(values.state, bit: values.bit, sequence, subscription, combine: combine)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next(let value):
            deliver { values.append(ElementWithOrigin(value)) && combine() }
        case .error(let error): end(error)
        case .completed: end(nil)
        }
    }
}

/// The elements of one source that wait for those of the others, in order.
@usableFromInline
final class ZipQueue<Element> {
    @usableFromInline let state: CombineState
    @usableFromInline let bit: UInt8
    @usableFromInline let elements = GatedState(WaitingElements<Element>())

    @inlinable init(_ state: CombineState, bit: UInt8) {
        self.state = state
        self.bit = bit
    }

    /// Appends an element. Returns whether an element of each source now waits.
    @inlinable func append(_ element: ElementWithOrigin<Element>) -> Bool {
        elements.step { $0.append(element) }
        return state.sources.step { $0.fill(bit) }
    }

    /// Removes and returns the first element. Traps if there is none.
    @inlinable func take() -> Element {
        let (first, isLast) = elements.step { ($0.removeFirst(), $0.isEmpty) }
        guard let element = first else { preconditionFailure("zip combines before an element of each source waits") }
        if isLast { state.sources.step { $0.empty(bit) } }
        state.origins.step { $0.set(element.origin, at: bit.trailingZeroBitCount) }
        return element.value
    }
}

/// A first-in, first-out queue of elements.
///
/// The first element has a place of its own, so that no array is needed while the sources send in step.
@usableFromInline
struct WaitingElements<Element> {
    @usableFromInline var first: ElementWithOrigin<Element>?
    @usableFromInline var rest = KeptQueue<Element>()

    @inlinable init() {}

    @inlinable var isEmpty: Bool {
        if case .none = first { true } else { false }
    }

    @inlinable mutating func append(_ element: ElementWithOrigin<Element>) {
        if isEmpty { first = .some(element) } else { rest.append(element) }
    }

    @inlinable mutating func removeFirst() -> ElementWithOrigin<Element>? {
        let element = first
        first = rest.isEmpty ? nil : rest.removeFirst()
        return element
    }
}

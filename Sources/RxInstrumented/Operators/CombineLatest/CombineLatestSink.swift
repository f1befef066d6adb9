/// The base of the sinks of `combineLatest` for two to eight sources.
@usableFromInline
class CombineLatestSink<Element>: JointSink<Element> {
    /// The latest element of one source.
    @inlinable final func place<Value>(_ index: UInt8, of source: Observable<Value>) -> LatestElement<Value> {
        LatestElement(state, bit: 1 << index)
    }

    /// Subscribes to a source, and keeps its latest element in `latest`.
    @inlinable @inline(__always)
    final func observe<Value>(
        _ source: Observable<Value>, _ latest: LatestElement<Value>, _ combine: @escaping () -> Bool
    ) -> SingleAssignmentDisposable {
        observe(source) { CombineLatestObserver(self, latest, $0, combine) }
    }
}

/// Observes one source of a `combineLatest`.
@usableFromInline
final class CombineLatestObserver<Element>: JointObserver, InnerObserver {
    @usableFromInline let latest: LatestElement<Element>

    @inlinable init(
        _ sequence: any CombinedSequence, _ latest: LatestElement<Element>, _ subscription: SingleAssignmentDisposable,
        _ combine: @escaping () -> Bool
    ) {
        self.latest = latest
        super.init(latest.state, bit: latest.bit, sequence, subscription, combine: combine)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next(let value):
            var replaced: Element?
            deliver {
                replaced = latest.keep(ElementWithOrigin(value))
                if state.sources.step({ $0.fill(bit) }) { return combine() }
                // If all other sources have completed, one of them without an element, no result can come.
                return state.sources.step { $0.isLast(bit) } && sequence.sendEnd(nil)
            }
            withExtendedLifetime(replaced) {}
        case .error(let error): end(error)
        case .completed: end(nil)
        }
    }
}

/// The latest element of one source, if the source has sent one.
@usableFromInline
final class LatestElement<Element> {
    @usableFromInline let state: CombineState
    @usableFromInline let bit: UInt8
    @usableFromInline let element = GatedState<Element?>(nil)

    @inlinable init(_ state: CombineState, bit: UInt8) {
        self.state = state
        self.bit = bit
    }

    /// Returns the replaced element, for the caller to release outside of the gate.
    @inlinable func keep(_ element: ElementWithOrigin<Element>) -> Element? {
        state.origins.step { $0.set(element.origin, at: bit.trailingZeroBitCount) }
        return self.element.step { exchange(&$0, with: .some(element.value)) }
    }

    /// The element. Traps if the source has not sent one.
    @inlinable func take() -> Element {
        guard let element = element.step({ $0 }) else {
            preconditionFailure("combineLatest combines before each source has sent")
        }
        return element
    }
}

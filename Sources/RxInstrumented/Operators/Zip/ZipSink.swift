/// The base of the sinks of `zip` for two to eight sources.
@usableFromInline
class ZipSink<Element>: JointSink<Element> {
    /// The elements of one source that wait.
    @inlinable final func place<Value>(_ index: UInt8, of source: Observable<Value>) -> ZipQueue<Value> {
        ZipQueue(state, bit: 1 << index)
    }

    /// Subscribes to a source whose elements are to wait in `values`.
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

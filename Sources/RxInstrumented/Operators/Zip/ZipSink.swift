/// What `zip` does whatever the number of its sources: it takes their events under one lock, and knows who has ended.
@usableFromInline
class ZipSink<Element>: Sink<Element> {
    /// Whether the result selector is a closure of the user's.
    @usableFromInline final let isUsers: Bool
    @usableFromInline final let lock = RecursiveLock()
    /// Under the lock: the sources that have not completed, a bit each.
    @usableFromInline final var unfinished: UInt8

    @inlinable init(arity: Int, isUsers: Bool, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.isUsers = isUsers
        self.unfinished = UInt8.max >> UInt8(8 - arity)
        super.init(downstream: downstream, cancel: cancel)
    }

    /// The observer of one source, whose elements go to `next`.
    @inlinable @inline(__always)
    final func observer<Value>(
        _ index: Int, _ subscription: DisposableObject, next: @escaping (Value) -> Void
    ) -> ZipObserver<Value> {
        ZipObserver(of: self) { event in
            self.lock.withLock {
                if case .next(let value) = event { next(value) } else { self.end(event, of: index, subscription) }
            }
        }
    }

    /// Sends the result of the elements that have met.
    @inlinable @inline(__always)
    final func emit(_ result: () throws -> Element) {
        do {
            let result = try isUsers ? handle(.resultSelector, result) : result()
            forwardOn(.next(result))
        } catch {
            finish(.error(error))
        }
    }

    @inlinable
    final func end<Value>(_ event: Event<Value>, of index: Int, _ subscription: DisposableObject) {
        subscription.dispose()
        switch event {
        case .next:
            break
        case .error(let error):
            finish(.error(error))
        case .completed:
            unfinished &= ~(1 << UInt8(index))
            if unfinished == 0 { finish(.completed) }
        }
    }
}

/// Observes one source of a `zip`.
@usableFromInline
final class ZipObserver<Element>: OwnedPartObserver, InnerObserver {
    @usableFromInline let take: (Event<Element>) -> Void

    @inlinable init(of sink: TracedObject, _ take: @escaping (Event<Element>) -> Void) {
        self.take = take
        super.init(of: sink)
    }

    @inlinable func on(_ event: Event<Element>) {
        take(event)
    }
}

/// What `combineLatest` does whatever the number of its sources: it takes their events under one lock, and knows who
/// has ended.
@usableFromInline
class CombineLatestSink<Element>: Sink<Element> {
    /// Whether the result selector is a closure of the user's.
    @usableFromInline final let isUsers: Bool
    @usableFromInline final let lock = RecursiveLock()
    /// The bits of all sources.
    @usableFromInline final let all: UInt8
    /// Under the lock: the bits of the sources that have completed.
    @usableFromInline final var finished: UInt8 = 0

    @inlinable init(arity: Int, isUsers: Bool, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.isUsers = isUsers
        self.all = UInt8.max >> UInt8(8 - arity)
        super.init(downstream: downstream, cancel: cancel)
    }

    /// The observer of one source, whose elements go to `next`.
    @inlinable @inline(__always)
    final func observer<Value>(
        _ index: Int, _ subscription: DisposableObject, next: @escaping (Value) -> Void
    ) -> CombineLatestObserver<Value> {
        CombineLatestObserver(of: self) { event in
            self.lock.withLock {
                if case .next(let value) = event { next(value) } else { self.end(event, of: index, subscription) }
            }
        }
    }

    /// Sends the result of the latest elements.
    @inlinable @inline(__always)
    final func emit(_ result: () throws -> Element) {
        do {
            let result = try isUsers ? handle(.resultSelector, result) : result()
            forwardOn(.next(result))
        } catch {
            finish(.error(error))
        }
    }

    /// A source has sent, but another never has: if all others have completed, no result will ever come.
    @inlinable final func awaitOthers(than index: Int) {
        if finished | 1 << UInt8(index) == all { finish(.completed) }
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
            let bit: UInt8 = 1 << UInt8(index)
            if finished & bit != 0 { return }
            finished |= bit
            if finished == all { finish(.completed) }
        }
    }
}

/// Observes one source of a `combineLatest`.
@usableFromInline
final class CombineLatestObserver<Element>: OwnedPartObserver, InnerObserver {
    @usableFromInline let take: (Event<Element>) -> Void

    @inlinable init(of sink: TracedObject, _ take: @escaping (Event<Element>) -> Void) {
        self.take = take
        super.init(of: sink)
    }

    @inlinable func on(_ event: Event<Element>) {
        take(event)
    }
}

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

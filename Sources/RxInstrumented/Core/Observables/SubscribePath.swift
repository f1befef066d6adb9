import CRxTraceBuffer
import RxTraceKit

/// The `subscribe` functions of the library that the user's call goes through before it reaches the observable.
@usableFromInline
struct SubscribePath {
    /// The receiver of each of them, outermost first: a value's type, or nil for the observable itself.
    @usableFromInline let receivers: [Any.Type?]
    /// Which of them joins the subscription with the disposable that runs `onDisposed`; nil where none does.
    @usableFromInline let joining: Int?

    @inlinable init(_ receivers: [Any.Type?], joining: Int? = nil) {
        self.receivers = receivers
        self.joining = joining
    }
}

extension Observable {
    /// Subscribes an observer on behalf of `subscribe` functions that only hand on to the next.
    ///
    /// - Parameter end: runs `onDisposed`, if the user gave one; it is joined where the path says.
    @inlinable
    final func subscribe(
        _ edge: Edge<Element>, joining end: DisposableObject?, through path: @autoclosure () -> SubscribePath
    ) -> any Disposable {
        guard rxtrace_is_on() else { return BinaryDisposable.ofSubscription(subscribe(edge), end).orNop }
        return subscribeRecorded(edge, end, path(), at: 0).orNop
    }

    /// As above, where nothing is joined: all the user gave is one closure for events.
    @inlinable
    final func subscribe(_ edge: Edge<Element>, through path: @autoclosure () -> SubscribePath) -> any Disposable {
        guard rxtrace_is_on() else { return subscribe(edge).orNop }
        return subscribeRecorded(edge, nil, path(), at: 0).orNop
    }

    @usableFromInline
    final func subscribeRecorded(
        _ edge: Edge<Element>, _ end: DisposableObject?, _ path: SubscribePath, at place: Int
    ) -> DisposableObject? {
        guard place < path.receivers.count else { return subscribe(edge) }
        return recordedSubscribe(
            self, as: path.receivers[place], observer: edge.target, begins: true, byUser: place == 0
        ) {
            let subscription = subscribeRecorded(edge, end, path, at: place + 1)
            return place == path.joining ? BinaryDisposable(subscription, end) : subscription
        }
    }
}

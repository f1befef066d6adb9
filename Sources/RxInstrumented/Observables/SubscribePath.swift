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
        let calls = rxtrace_is_on() ? SubscribeCalls.open(path(), on: self, observer: edge.target) : nil
        let subscription = subscribe(edge)
        let joined = BinaryDisposable(subscription, end)
        calls?.close(subscription, joined)
        return joined
    }

    /// As above, where nothing is joined: all the user gave is one closure for events.
    @inlinable
    final func subscribe(_ edge: Edge<Element>, through path: @autoclosure () -> SubscribePath) -> any Disposable {
        let calls = rxtrace_is_on() ? SubscribeCalls.open(path(), on: self, observer: edge.target) : nil
        let subscription = subscribe(edge)
        calls?.close(subscription, nil)
        return subscription.asDisposable
    }
}

/// The calls of a ``SubscribePath`` that are being recorded.
@usableFromInline
struct SubscribeCalls {
    private let calls: [SubscribeCall]
    private let joining: Int?

    @usableFromInline @inline(never)
    static func open(
        _ path: SubscribePath, on node: TracedObject, observer: Unmanaged<TracedObject>?
    ) -> SubscribeCalls {
        let calls = path.receivers.enumerated().map { place, receiver in
            SubscribeCall.open(node, as: receiver, observer: observer, begins: true, byUser: place == 0)
        }
        return SubscribeCalls(calls: calls, joining: path.joining)
    }

    /// - Parameters:
    ///   - subscription: what the innermost of them return.
    ///   - joined: what the one that joins returns, and those outside of it.
    @usableFromInline @inline(never)
    func close(_ subscription: DisposableObject?, _ joined: DisposableObject?) {
        for (place, call) in calls.enumerated().reversed() {
            let isJoined = joining.map { place <= $0 } ?? false
            call.close(isJoined ? joined : subscription)
        }
    }
}

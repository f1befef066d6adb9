import CRxTraceBuffer
import RxTraceKit

/// The `subscribe` functions of RxSwift that a user's call goes through before it reaches the observable.
@usableFromInline
struct SubscribePath {
    /// The receivers of the functions, outermost first: a struct's type, or nil for the observable itself.
    @usableFromInline let receivers: [Any.Type?]
    /// The index of the function that combines the subscription with the disposable for `onDisposed`. nil if none does.
    @usableFromInline let joining: Int?

    @inlinable init(_ receivers: [Any.Type?], joining: Int? = nil) {
        self.receivers = receivers
        self.joining = joining
    }
}

extension Observable {
    /// Subscribes an observer, recorded as a path of `subscribe` functions.
    ///
    /// - Parameter end: runs the user's `onDisposed`, if any.
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

    /// As above, for a user who passed one closure for all events: no function of the path combines disposables.
    @inlinable
    final func subscribe(_ edge: Edge<Element>, through path: @autoclosure () -> SubscribePath) -> any Disposable {
        let calls = rxtrace_is_on() ? SubscribeCalls.open(path(), on: self, observer: edge.target) : nil
        let subscription = subscribe(edge)
        calls?.close(subscription, nil)
        return subscription.asDisposable
    }
}

/// The open calls of a ``SubscribePath``.
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
    ///   - subscription: the result of the calls inside of the joining one.
    ///   - joined: the result of the joining call and of those outside of it.
    @usableFromInline @inline(never)
    func close(_ subscription: DisposableObject?, _ joined: DisposableObject?) {
        for (place, call) in calls.enumerated().reversed() {
            let isJoined = joining.map { place <= $0 } ?? false
            call.close(isJoined ? joined : subscription)
        }
    }
}

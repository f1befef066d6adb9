import TraceKit

/// Stands between a signal and its subscriber, and passes events on until the subscription is disposed.
///
/// It is what a `didSubscribe` block is given.
public final class RACPassthroughSubscriber<Value>: TracedObject, RACSubscriberProtocol {
    private let innerSubscriber: any RACSubscriberProtocol<Value>
    private let disposable: RACCompoundDisposable

    /// - Parameters:
    ///   - subscriber: whom events are passed on to; it is told of `disposable`.
    ///   - disposable: ends the subscription; once it is disposed, events are dropped.
    init(
        _ subscriber: any RACSubscriberProtocol<Value>, disposable: RACCompoundDisposable
    ) {
        innerSubscriber = subscriber
        self.disposable = disposable
        super.init()
        subscriber.didSubscribe(with: disposable)
    }

    override var traceRole: Trace.Role { .sink }

    public func sendNext(_ value: Value) {
        recorded(.forwardOn, self, .next(value)) {
            if !disposable.isDisposed { innerSubscriber.sendNext(value) }
        }
    }

    public func sendError(_ error: any Error) {
        recorded(.forwardOn, self, Event<Value>.error(error)) {
            if !disposable.isDisposed { innerSubscriber.sendError(error) }
        }
    }

    public func sendCompleted() {
        recorded(.forwardOn, self, Event<Value>.completed) {
            if !disposable.isDisposed { innerSubscriber.sendCompleted() }
        }
    }

    public func didSubscribe(with other: RACCompoundDisposable) {
        if other !== disposable { disposable.add(other) }
    }
}

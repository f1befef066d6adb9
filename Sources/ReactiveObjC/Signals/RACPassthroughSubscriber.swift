import RxInstrumented
import RxTraceKit

/// Stands between a signal and its subscriber, and passes events on until the subscription is disposed.
///
/// A `didSubscribe` block is given it.
public final class RACPassthroughSubscriber<Value>: RecordedObject, RACSubscriberProtocol, BlockOwner {
    private let innerSubscriber: any RACSubscriberProtocol<Value>
    private let disposable: RACCompoundDisposable
    private let signalName: RACStream.ShortName
    private let owner: TraceOwner

    /// - Parameters:
    ///   - subscriber: whom events are passed on to; it is told of `disposable`.
    ///   - signal: the signal subscribed to. Its name is kept, which tells one such subscriber from others.
    ///   - disposable: ends the subscription; once it is disposed, events are dropped.
    init(
        _ subscriber: any RACSubscriberProtocol<Value>, signal: RACSignal<Value>, disposable: RACCompoundDisposable
    ) {
        innerSubscriber = subscriber
        self.disposable = disposable
        signalName = signal.shortName
        owner = signal.asOwner
        super.init()
        subscriber.didSubscribe(with: disposable)
    }

    public override var recordedRole: Trace.Role { .sink }
    public override var recordedOwner: TraceOwner { owner }
    public override var recordedName: String? { signalName.text }

    public func sendNext(_ value: Value) {
        recordedSend(.forwardOn, to: self, .next(value)) {
            if !disposable.hasDisposed { innerSubscriber.sendNext(value) }
        }
    }

    public func sendError(_ error: any Error) {
        recordedSend(.forwardOn, to: self, Event<Value>.error(error)) {
            if !disposable.hasDisposed { innerSubscriber.sendError(error) }
        }
    }

    public func sendCompleted() {
        recordedSend(.forwardOn, to: self, Event<Value>.completed) {
            if !disposable.hasDisposed { innerSubscriber.sendCompleted() }
        }
    }

    public func didSubscribe(with other: RACCompoundDisposable) {
        if other !== disposable { disposable.add(other) }
    }
}

/// Stands for a subscriber of a type of the user's in a trace.
final class RACForeignSubscriber<Value>: RecordedObject, RACSubscriberProtocol {
    private let subscriber: any RACSubscriberProtocol<Value>

    init(_ subscriber: any RACSubscriberProtocol<Value>) {
        self.subscriber = subscriber
        super.init()
    }

    override var recordedRole: Trace.Role { .observer }

    func sendNext(_ value: Value) {
        received(.next(value)) { subscriber.sendNext(value) }
    }

    func sendError(_ error: any Error) {
        received(.error(error)) { subscriber.sendError(error) }
    }

    func sendCompleted() {
        received(.completed) { subscriber.sendCompleted() }
    }

    func didSubscribe(with disposable: RACCompoundDisposable) {
        subscriber.didSubscribe(with: disposable)
    }

    private func received(_ event: Event<Value>, _ body: () -> Void) {
        recorded(.on, as: type(of: subscriber), .passUnretained(self), event, body)
    }
}

import RxInstrumented
import RxTraceKit

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

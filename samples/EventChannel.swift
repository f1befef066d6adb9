import RxInstrumented

// An event bus of its own, as a library of somebody else's would be: it records itself by the public interface alone, as
// docs/recording-a-library.md tells.

/// Sends each value to those who observe it at that moment. To be used by one thread at a time.
final class EventChannel<Value>: RecordedObject {
    private let name: String
    private var observers: [EventObserver<Value>] = []

    override var recordedRole: Trace.Role { .subject }
    override var recordedName: String? { name }

    init(_ name: String) {
        self.name = name
        super.init()
        recordCreate()
    }

    func observe(_ handler: @escaping (Value) -> Void) -> EventSubscription {
        let observer = EventObserver(handler)
        return recordSubscribe(by: observer) {
            observers.append(observer)
            return EventSubscription { [weak self] in self?.observers.removeAll { $0 === observer } }
        }
    }

    func post(_ value: Value) {
        recordSend(.next(value)) {
            for observer in observers { observer.receive(value) }
        }
    }
}

/// Hands the values of a channel to a closure.
final class EventObserver<Value>: RecordedObject {
    private let handler: (Value) -> Void

    override var recordedRole: Trace.Role { .observer }

    init(_ handler: @escaping (Value) -> Void) {
        self.handler = handler
    }

    func receive(_ value: Value) {
        recordOn(.next(value)) {
            recordHandler(.onNext) { handler(value) }
        }
    }
}

/// Ends an observation of a channel.
final class EventSubscription: RecordedDisposable {}

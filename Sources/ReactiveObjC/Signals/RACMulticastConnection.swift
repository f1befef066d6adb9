import RxInstrumented
import RxTraceKit

/// Shares one subscription to a signal among all who subscribe to ``signal``.
///
/// Made by ``RACSignal/publish()`` and ``RACSignal/multicast(_:)``.
///
/// ```swift
/// let connection = RACSignal<Int>.createSignal { subscriber in
///     print("runs once")
///     subscriber.sendNext(1)
///     return nil
/// }.publish()
/// connection.signal.subscribeNext { print("first: \($0)") }
/// connection.signal.subscribeNext { print("second: \($0)") }
/// connection.connect()  // runs once, first: 1, second: 1
/// ```
public final class RACMulticastConnection<Value>: RecordedObject {
    public override var recordedBehaviors: Trace.Behaviors { [.connects] }

    /// Sends the source's events, once connected.
    public var signal: RACSignal<Value> { subject }

    private let source: RACSignal<Value>
    private let subject: RACSubject<Value>
    private let serialDisposable = RACSerialDisposable()
    private let connections = AtomicCounter(0)

    init(source: RACSignal<Value>, subject: RACSubject<Value>) {
        self.source = source
        self.subject = subject
        super.init()
        recordCreate()
    }

    public override var recordedRole: Trace.Role { .connectable }

    /// Subscribes the subject to the source, the first time it is called.
    ///
    /// - Returns: a disposable that ends that subscription; the same each time.
    @discardableResult
    public func connect() -> RACDisposable {
        recorded(.connect, self) {
            if connections.increment() == 1 { serialDisposable.hold(source.subscribe(.inner, subject)) }
            return serialDisposable
        }
    }

    /// A signal that connects when it is first subscribed to, and ends the connection with its last subscription.
    ///
    /// Once that has ended, it does not connect again.
    public func autoconnect() -> RACSignal<Value> {
        let subscribers = AtomicCounter(0)
        return signal.operation(signal.derived("-autoconnect")) { _, subscriber in
            subscribers.increment()
            let subscription = self.signal.subscribe(.upward, subscriber)
            let connection = self.connect()
            return RACDisposable(own: {
                subscription?.dispose()
                if subscribers.decrement() == 0 { connection.dispose() }
            })
        }
    }
}

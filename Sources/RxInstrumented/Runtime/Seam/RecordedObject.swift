import CRxTraceBuffer
import RxTraceKit

/// An object of another library that a recorded trace knows: the base class of its observables, subjects and observers.
///
/// A subclass says what it is, and wraps what it does in the calls of a trace:
///
/// ```swift
/// final class EventChannel<Value>: RecordedObject {
///     override var recordedRole: Trace.Role { .subject }
///
///     init() {
///         super.init()
///         recordCreate()
///     }
///
///     func post(_ value: Value) {
///         recordSend(.next(value)) { for observer in observers { observer.receive(value) } }
///     }
/// }
/// // rxtrace tree: on EventChannel next(1)
/// ```
///
/// A call is open until its closure returns or throws, and calls made in it, on the same thread, hang below it. The
/// closures always run, recorded or not; while no recording runs, a call costs one load. All may be made on any thread.
open class RecordedObject: TracedObject {
    /// Makes an object that a trace knows once it takes part in a call.
    public override init() {
        super.init()
    }

    /// The part that the object plays in a trace; `object` unless it is overridden. The same for as long as it lives.
    open var recordedRole: Trace.Role { .object }

    /// What the object does, as analyses go by it; nothing unless it is overridden.
    open var recordedBehaviors: Trace.Behaviors { [] }

    /// The object that this one works for, as an observer of the library's own does for a channel; none unless it is
    /// overridden.
    open var recordedOwner: TraceOwner { .none }

    /// A name that tells the object from others of its type; none unless it is overridden.
    open var recordedName: String? { nil }

    /// Whether the process has but one, which is made when it is first needed; no, unless it is overridden.
    open var isOneOfProcess: Bool { false }

    final override var traceRole: Trace.Role { recordedRole }
    final override var traceBehaviors: Trace.Behaviors { recordedBehaviors }
    final override var traceOwner: TraceOwner { recordedOwner }
    final override var traceName: String? { recordedName }
    final override var isOfProcess: Bool { isOneOfProcess }
}

extension RecordedObject {
    /// Records that the object came to be, and where. For the end of a subclass's `init`.
    // In a debug build too it takes no frame of its own: of the stack, the innermost frames are kept, and the function that
    // the user's code calls gives an operator its name.
    @_transparent
    public func recordCreate() {
        if rxtrace_is_on() { recordCreation(of: self) }
    }

    /// Records that `observer` subscribes to this object, and where.
    ///
    /// - Parameters:
    ///   - observer: who is sent the events.
    ///   - begins: whether a subscription begins; false where an operator goes on to its source.
    ///   - body: subscribes, and returns what ends the subscription, such as a ``RecordedDisposable``.
    /// - Returns: the result of `body`.
    @inlinable @inline(__always)
    public func recordSubscribe<Subscription: TracedObject>(
        by observer: TracedObject, begins: Bool = true, _ body: () -> Subscription
    ) -> Subscription {
        let observer = Unmanaged.passUnretained(observer)
        let call =
            rxtrace_is_on() ? SubscribeCall.open(self, observer: observer, begins: begins, byUser: true) : .none
        let subscription = body()
        call.close(subscription)
        return subscription
    }

    /// Records that the user's code sends `event` to this object, and where.
    @inlinable @inline(__always)
    public func recordSend<Value, Result>(
        _ event: Event<Value>, _ body: () throws -> Result
    ) rethrows -> Result {
        try recordedSend(to: self, event, body)
    }

    /// Records that this object is handed `event` by the library.
    @inlinable @inline(__always)
    public func recordOn<Value, Result>(_ event: Event<Value>, _ body: () throws -> Result) rethrows -> Result {
        try recorded(.on, self, event, body)
    }

    /// Records that this object, a sink, passes `event` on, or drops it.
    @inlinable @inline(__always)
    public func recordForwardOn<Value, Result>(
        _ event: Event<Value>, _ body: () throws -> Result
    ) rethrows -> Result {
        try recorded(.forwardOn, self, event, body)
    }

    /// Records that a closure of the user's runs, which this object holds.
    @inlinable @inline(__always)
    public func recordHandler<Result>(
        _ closure: RecordedClosure, _ body: () throws -> Result
    ) rethrows -> Result {
        try recordedHandler(closure.label, self, body)
    }

    /// Records that the last reference to this object is gone: for the whole of a subclass's `deinit`, where what it lets go
    /// of is to hang below it.
    public func recordDeinit(_ body: () -> Void) {
        recordedEnd(of: self, body)
    }
}

/// Which closure of the user's runs, in the words that traces have for them.
public struct RecordedClosure: Sendable {
    @usableFromInline let label: HandlerLabel

    /// Takes an element.
    public static let onNext = RecordedClosure(label: .onNext)
    /// Takes an error.
    public static let onError = RecordedClosure(label: .onError)
    /// Is told of the completion.
    public static let onCompleted = RecordedClosure(label: .onCompleted)
    /// Takes any event.
    public static let onEvent = RecordedClosure(label: .onEvent)
    /// Is told that the subscription is over.
    public static let onDisposed = RecordedClosure(label: .onDisposed)
    /// Does the work of a subscription.
    public static let subscribe = RecordedClosure(label: .subscribeHandler)
    /// Makes an element of another.
    public static let transform = RecordedClosure(label: .transform)
    /// Decides about an element.
    public static let predicate = RecordedClosure(label: .predicate)
    /// Makes the sequence to go on with.
    public static let selector = RecordedClosure(label: .selector)
}

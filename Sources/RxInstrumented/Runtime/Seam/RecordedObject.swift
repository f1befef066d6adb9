import CRxTraceBuffer
import RxTraceKit

/// The base class of another library's observables, subjects and observers, which puts them into recorded traces.
///
/// A subclass says what it is, and wraps what it does in recorded calls:
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
/// A call is open until its closure returns or throws. Calls that the closure makes on the same thread hang below it.
/// The closures run whether or not a recording runs; without one, a call costs one load. Thread-safe.
open class RecordedObject: TracedObject {
    /// Creates an object that appears in a trace with its first recorded call.
    public override init() {
        super.init()
    }

    /// What the object is in a trace; `object` unless overridden. Must not change.
    open var recordedRole: Trace.Role { .object }

    /// What the object does, for analyses; empty unless overridden.
    open var recordedBehaviors: Trace.Behaviors { [] }

    /// The object that this one works for, such as the channel of a library's own observer; none unless overridden.
    open var recordedOwner: TraceOwner { .none }

    /// A name that tells the object from others of its type; nil unless overridden.
    open var recordedName: String? { nil }

    /// Whether the object is a singleton that is made when first needed; false unless overridden.
    open var isOneOfProcess: Bool { false }

    final override var traceRole: Trace.Role { recordedRole }
    final override var traceBehaviors: Trace.Behaviors { recordedBehaviors }
    final override var traceOwner: TraceOwner { recordedOwner }
    final override var traceName: String? { recordedName }
    final override var isOfProcess: Bool { isOneOfProcess }
}

extension RecordedObject {
    /// Records that the object was made, and where. To be called at the end of a subclass's `init`.
    // Transparent, so that it takes no stack frame in a debug build: only the innermost frames are kept, and the
    // function that the user's code calls gives an operator its name.
    @_transparent
    public func recordCreate() {
        if rxtrace_is_on() { recordCreation(of: self) }
    }

    /// Records that `observer` subscribes to this object, and where.
    ///
    /// - Parameters:
    ///   - observer: the object that receives the events.
    ///   - begins: whether a subscription begins. False if an operator subscribes to its source.
    ///   - body: subscribes. Returns what ends the subscription, such as a ``RecordedDisposable``.
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
        try recordedSend(to: self, event) {
            // What keeps this object's own state together, the control of orders does not know.
            if rxtrace_tells() { touchesNode(self) }
            return try body()
        }
    }

    /// Records that the library hands `event` to this object.
    @inlinable @inline(__always)
    public func recordOn<Value, Result>(_ event: Event<Value>, _ body: () throws -> Result) rethrows -> Result {
        try recorded(.on, self, event, body)
    }

    /// Records that this object, a sink, passes on or drops `event`.
    @inlinable @inline(__always)
    public func recordForwardOn<Value, Result>(
        _ event: Event<Value>, _ body: () throws -> Result
    ) rethrows -> Result {
        try recorded(.forwardOn, self, event, body)
    }

    /// Records that a closure of the user, which this object holds, runs.
    @inlinable @inline(__always)
    public func recordHandler<Result>(
        _ closure: RecordedClosure, _ body: () throws -> Result
    ) rethrows -> Result {
        try recordedHandler(closure.label, self, body)
    }

    /// Records that the last reference to this object is gone. To be called for the whole of a subclass's `deinit`:
    /// what `body` releases hangs below the call.
    public func recordDeinit(_ body: () -> Void) {
        recordedEnd(of: self, body)
    }
}

/// Which closure of the user runs, by its label in traces.
public struct RecordedClosure: Sendable {
    @usableFromInline let label: HandlerLabel

    /// Takes an element.
    public static let onNext = RecordedClosure(label: .onNext)
    /// Takes an error.
    public static let onError = RecordedClosure(label: .onError)
    /// Takes the completion.
    public static let onCompleted = RecordedClosure(label: .onCompleted)
    /// Takes any event.
    public static let onEvent = RecordedClosure(label: .onEvent)
    /// Called when the subscription is over.
    public static let onDisposed = RecordedClosure(label: .onDisposed)
    /// Called for each subscription, to send the events.
    public static let subscribe = RecordedClosure(label: .subscribeHandler)
    /// Makes an element from another.
    public static let transform = RecordedClosure(label: .transform)
    /// Decides about an element.
    public static let predicate = RecordedClosure(label: .predicate)
    /// Makes a further sequence.
    public static let selector = RecordedClosure(label: .selector)
}

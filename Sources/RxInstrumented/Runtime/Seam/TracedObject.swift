import CRxTraceBuffer
import RxTraceKit
import Synchronization

/// An object that traces know by a number: the base class of observables, sinks, observers, disposables and schedulers.
///
/// The object gets its number when it is first recorded. No other object of the process ever has the same. While no
/// recording runs, an object costs eight bytes and one load.
open class TracedObject: CustomStringConvertible {
    /// The object's number and the recording that knows the object. TraceIdentity.h describes the layout.
    @usableFromInline final let identity: Atomic<UInt64>

    @inlinable init() {
        identity = Atomic(rxtrace_current_birth())
    }

    /// The qualified type name, as RxSwift prints its objects: `RxSwift.PublishSubject<Swift.Int>`.
    open var description: String { TypeName.printed(of: type(of: self)) }

    /// What the object is in a trace.
    var traceRole: Trace.Role { .object }

    /// What the object does, for analyses. A sink or observer also has the behaviors of its owner.
    var traceBehaviors: Trace.Behaviors { [] }

    /// The object that this one works for, such as a sink's observable.
    var traceOwner: TraceOwner { .none }

    /// The type that a trace shows: the object's own, unless it stands for another object.
    var traceType: Any.Type { type(of: self) }

    /// A name that tells the object from others of its type.
    var traceName: String? { nil }

    /// Whether the object is a singleton that is made when first needed. It is then never recorded as early.
    var isOfProcess: Bool { false }

    /// The object's number in the running recording. Defines the object there if necessary. In a recording that leaves
    /// subscriptions out, the number has TRACE_BOUND, or is TRACE_LEFT_OUT with a context (TraceIdentity.h).
    @inlinable final var traceID: UInt32 {
        let word = identity.load(ordering: .relaxed)
        if rxtrace_known_generation(word) == rxtrace_current_generation() {
            return UInt32(truncatingIfNeeded: word)
        }
        return introduce()
    }

    /// The object's number in the running recording. 0 if the object is left out.
    @usableFromInline final var traceNumber: UInt64 {
        let id = traceID
        return rxtrace_is_left_out(id) ? 0 : UInt64(id & ~TRACE_BOUND)
    }

    @usableFromInline @inline(never)
    final func introduce() -> UInt32 {
        let generation = rxtrace_current_generation()
        var word = identity.load(ordering: .relaxed)
        while rxtrace_known_generation(word) != generation {
            let known = UInt32(truncatingIfNeeded: word)
            let isOfRecording = rxtrace_is_of_recording(word)
            let isEarly = !isOfRecording || word & TRACE_EARLY != 0
            let id: UInt32
            if isOfRecording, rxtrace_is_bound(known) {
                id = known
            } else if rxtrace_is_selecting(), rxtrace_thread_context() >= UInt8(TRACE_SAMPLED_OUT) {
                // A shared object is defined when a recorded subscription uses it.
                guard belongsToSubscription else { return 0 }
                id = TRACE_LEFT_OUT | UInt32(rxtrace_thread_context())
            } else {
                let number = rxtrace_is_left_out(known) ? 0 : known & ~TRACE_BOUND
                let new = number == 0 ? rxtrace_new_number() : number
                if new == 0 {
                    id = TRACE_UNNUMBERED
                } else {
                    id = rxtrace_is_selecting() && belongsToSubscription ? new | TRACE_BOUND : new
                }
            }
            let (exchanged, original) = identity.compareExchange(
                expected: word, desired: rxtrace_identity(generation, isEarly, id), ordering: .relaxed)
            guard exchanged else {
                word = original
                continue
            }
            if !rxtrace_is_left_out(id) {
                define(id & ~TRACE_BOUND, isEarly: isEarly, isBound: rxtrace_is_bound(id), hadNumber: known != 0)
            }
            return id
        }
        return UInt32(truncatingIfNeeded: word)
    }

    private final func define(_ id: UInt32, isEarly: Bool, isBound: Bool, hadNumber: Bool) {
        let entered = isBound ? rxtrace_enter(UInt8(TRACE_KEPT)) : 0
        let type = unsafeBitCast(traceType, to: UnsafeRawPointer.self)
        var behaviors = traceBehaviors
        let (role, owner) = (traceRole, traceOwner)
        if rxtrace_is_inside(), role != .object { behaviors.insert(.inside) }
        if role == .sink || role == .observer { behaviors = behaviors.union(Trace.Behaviors(bits: owner.behaviorBits)) }
        rxtrace_define(id, role.rawValue, behaviors.bits, owner.number, type, isEarly && !isOfProcess)
        if let name = (hadNumber ? GivenNames.name(of: id) : nil) ?? traceName { Self.name(id, name) }
        if entered != 0 { rxtrace_close(entered) }
    }

    /// Whether the object belongs to one subscription, and is not shared by several or made by the program.
    private final var belongsToSubscription: Bool {
        switch traceRole {
        case .sink, .observer, .disposable: true
        case .item: rxtrace_thread_context() != UInt8(TRACE_UNDECIDED)
        default: false
        }
    }

    /// Records a new name of the object, if a recording runs.
    package final func nameInTrace(_ name: String) {
        guard rxtrace_is_on() else { return }
        Self.name(traceID, name)
    }

    /// The name that the program gave to the object, or else its own name.
    final var givenName: String? { GivenNames.name(of: number()) ?? traceName }

    /// The object's number. Gives the object one if necessary, without recording that. 0 for an object of a
    /// subscription that is left out, or if all numbers are used up.
    final func number() -> UInt32 {
        var word = identity.load(ordering: .relaxed)
        while true {
            let known = UInt32(truncatingIfNeeded: word)
            if known != 0 { return rxtrace_is_left_out(known) ? 0 : known & ~TRACE_BOUND }
            let id = rxtrace_new_number()
            let (exchanged, original) = identity.compareExchange(
                expected: word, desired: word | UInt64(id), ordering: .relaxed)
            if exchanged { return id }
            word = original
        }
    }

    private static func name(_ id: UInt32, _ name: String) {
        var name = name
        name.withUTF8 { rxtrace_name(id, $0.baseAddress, $0.count) }
    }
}

/// Stands in a trace for an object that is not a ``TracedObject``.
package class TracedStandIn: TracedObject {
    private final let type: Any.Type

    init(for object: AnyObject) {
        type = Swift.type(of: object)
        super.init()
    }

    init(type: Any.Type) {
        self.type = type
        super.init()
    }

    final override var traceType: Any.Type { type }
}

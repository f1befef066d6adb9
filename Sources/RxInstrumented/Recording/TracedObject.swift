import CTraceBuffer
import Synchronization
import TraceKit

/// An object that a recorded trace knows by a number: the root of observables, sinks, observers, disposables and
/// schedulers.
///
/// The number is given when the object is first recorded and never given again to another one. While nothing records,
/// an object costs eight bytes and no work.
open class TracedObject {
    /// The object's number in the low half; in the high half, the recording that knows what the object is.
    @usableFromInline final let identity = Atomic<UInt64>(0)

    @inlinable init() {}

    /// What part the object plays in a trace.
    var traceRole: Trace.Role { .object }

    /// The type a trace shows: the object's own unless it stands for another.
    var traceType: Any.Type { type(of: self) }

    /// A name that tells the object from others of its type.
    var traceName: String? { nil }

    /// The object's number in the running recording.
    @inlinable final var traceID: UInt32 {
        let word = identity.load(ordering: .relaxed)
        if UInt32(truncatingIfNeeded: word >> 32) == trace_current_epoch() { return UInt32(truncatingIfNeeded: word) }
        return introduce()
    }

    /// Tells the running recording what the object is.
    @usableFromInline @inline(never)
    final func introduce() -> UInt32 {
        let epoch = trace_current_epoch()
        var word = identity.load(ordering: .relaxed)
        while UInt32(truncatingIfNeeded: word >> 32) != epoch {
            let known = UInt32(truncatingIfNeeded: word)
            let id = known == 0 ? Self.nextID.wrappingAdd(1, ordering: .relaxed).newValue : known
            let (exchanged, original) = identity.compareExchange(
                expected: word, desired: UInt64(epoch) << 32 | UInt64(id), ordering: .relaxed)
            guard exchanged else {
                word = original
                continue
            }
            trace_define(id, traceRole.rawValue, unsafeBitCast(traceType, to: UnsafeRawPointer.self))
            if let name = (known == 0 ? nil : GivenNames.name(of: id)) ?? traceName { Self.name(id, name) }
            return id
        }
        return UInt32(truncatingIfNeeded: word)
    }

    /// Tells the running recording, if any, another name of the object.
    final func nameInTrace(_ name: String) {
        guard trace_is_on() else { return }
        Self.name(traceID, name)
    }

    /// The object's number, given to it now if it has none yet; no recording learns of it.
    final func number() -> UInt32 {
        var word = identity.load(ordering: .relaxed)
        while true {
            let known = UInt32(truncatingIfNeeded: word)
            if known != 0 { return known }
            let id = Self.nextID.wrappingAdd(1, ordering: .relaxed).newValue
            let (exchanged, original) = identity.compareExchange(
                expected: word, desired: word | UInt64(id), ordering: .relaxed)
            if exchanged { return id }
            word = original
        }
    }

    private static func name(_ id: UInt32, _ name: String) {
        var name = name
        name.withUTF8 { trace_name(id, $0.baseAddress, $0.count) }
    }

    private static let nextID = Atomic<UInt32>(0)
}

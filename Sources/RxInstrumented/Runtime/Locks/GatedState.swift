import Synchronization

/// State that is accessed in a ``DeliveryGate``, in short steps.
///
/// ```swift
/// @usableFromInline let progress = GatedState(MergeProgress())
/// gate.pass { if progress.step({ $0.end() }) { forwardOn(.completed) } }
/// ```
///
/// The gate excludes other threads, but its own thread may enter it again. So a step calls no foreign code, and returns
/// what is to be released.
///
/// The access by address is unsafe, because Swift does not check its exclusivity. `isInStep` does, in release builds,
/// too: it is true during a step's access, and a step that finds it true traps, as Swift's check would. Swift's check
/// keeps a list of accesses per thread, which doubled the cost of an event of `zip`. `GatedStateTests` fails without
/// the flag.
@usableFromInline
struct GatedState<Value>: ~Copyable {
    @usableFromInline let value: _Cell<Value>
    @usableFromInline let isInStep = _Cell(false)

    @inlinable init(_ value: consuming Value) {
        self.value = _Cell(value)
    }

    /// Runs `step` with exclusive access to the value. To be called in the gate.
    @inlinable @inline(__always)
    borrowing func step<Result>(_ step: (inout Value) -> Result) -> Result {
        let isInStep = isInStep._address
        precondition(!isInStep.pointee, "a step of gated state begins within another")
        isInStep.pointee = true
        defer { isInStep.pointee = false }
        return step(&value._address.pointee)
    }
}

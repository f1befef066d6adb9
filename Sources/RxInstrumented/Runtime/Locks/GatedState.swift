import Synchronization

/// State that the code in a ``DeliveryGate`` uses, one step at a time.
///
/// ```swift
/// @usableFromInline let progress = GatedState(MergeProgress())
/// gate.pass { if progress.step({ $0.end() }) { forwardOn(.completed) } }
/// ```
///
/// The gate keeps other threads out, but lets the thread that is inside enter again. A step is therefore short: it
/// calls nobody's code, and hands out what is to be let go.
///
/// What is unsafe here is the access by address, which Swift does not check. That no two accesses overlap is proved by
/// `isInStep`, in release builds too: it is true from before a step's access until after it, and a step that finds it
/// true stops the program, as Swift would. Swift's own check keeps a list of accesses per thread, which made an event of
/// `zip` cost twice as much. `GatedStateTests` fails without the flag.
@usableFromInline
struct GatedState<Value>: ~Copyable {
    @usableFromInline let value: _Cell<Value>
    @usableFromInline let isInStep = _Cell(false)

    @inlinable init(_ value: consuming Value) {
        self.value = _Cell(value)
    }

    /// Runs `step`, which may look at the value and change it. To be called in the gate.
    @inlinable @inline(__always)
    borrowing func step<Result>(_ step: (inout Value) -> Result) -> Result {
        let isInStep = isInStep._address
        precondition(!isInStep.pointee, "a step of gated state begins within another")
        isInStep.pointee = true
        defer { isInStep.pointee = false }
        return step(&value._address.pointee)
    }
}

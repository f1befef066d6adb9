import CRxTraceBuffer
import RxTraceKit

/// Which call handed in an element that is kept: the element's origin, eight bytes beside it.
///
/// Made with ``kept()`` when the element is put away, and used with ``hand(to:_:)`` when it is taken out:
///
/// ```swift
/// queue.append((element, KeptOrigin.kept()))
/// // later, in the work of a scheduler, say:
/// let (element, origin) = queue.removeFirst()
/// origin.hand(to: self) { forwardOn(.next(element)) }
/// ```
///
/// While no recording runs, either costs one relaxed load. An origin is no longer known in another recording than the one
/// it was made in.
@usableFromInline
struct KeptOrigin: Equatable {
    /// The ticket that names the call; 0 for none.
    @usableFromInline let ticket: UInt64

    @inlinable init(ticket: UInt64) { self.ticket = ticket }

    /// No origin: nothing was recorded.
    @inlinable static var none: KeptOrigin { KeptOrigin(ticket: 0) }

    /// The call that hands in the element the calling thread keeps now: the innermost one it is in that hands an event
    /// over, or else the innermost one. Elements that one call keeps in a row share one ticket.
    @inlinable @inline(__always)
    static func kept() -> KeptOrigin {
        KeptOrigin(ticket: rxtrace_is_on() ? rxtrace_keep() : 0)
    }

    /// Runs `body`, whose first recorded call, if it is one on `node`, hands on what was kept: that call's origin is this
    /// one. Any thread may do so.
    ///
    /// - Parameter node: the object that is called first: the sink whose `forwardOn` it is, or the observer an ``Edge``
    ///   leads to; nil for an observer that is no object.
    @inlinable @inline(__always)
    func hand<Result>(to node: TracedObject?, _ body: () throws -> Result) rethrows -> Result {
        if ticket != 0, rxtrace_is_on() { rxtrace_hand_on(ticket, node?.traceID ?? 0) }
        return try body()
    }
}

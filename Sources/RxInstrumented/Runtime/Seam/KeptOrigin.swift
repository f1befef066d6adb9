import CRxTraceBuffer
import RxTraceKit

/// Which call handed in an element that is kept: the element's origin, eight bytes beside it.
///
/// Made with ``kept()`` when the element is put away, and used with ``attributeNextCall(to:)`` when it is taken out. ``ElementWithOrigin`` and
/// the collections of kept elements do so; no operator does by itself.
///
/// While no recording runs, either costs one relaxed load. An origin is no longer known in another recording than the one
/// it was made in.
@usableFromInline
package struct KeptOrigin: Equatable {
    /// The ticket that names the call; 0 for none, 1 for one that is not recorded although a recording runs.
    @usableFromInline let ticket: UInt64

    @inlinable init(ticket: UInt64) { self.ticket = ticket }

    /// No origin: nothing was recorded.
    @inlinable package static var none: KeptOrigin { KeptOrigin(ticket: 0) }

    /// No origin, in a recording: outside of any call, and where calls are left out.
    @inlinable static var unknown: KeptOrigin { KeptOrigin(ticket: 1) }

    /// The call that hands in the element the calling thread keeps now: the innermost one it is in that hands an event
    /// over, or else the innermost one. Elements that one call keeps in a row share one ticket.
    @inlinable @inline(__always)
    package static func kept() -> KeptOrigin {
        rxtrace_is_on() ? keptRecorded() : .none
    }

    @usableFromInline @inline(never)
    static func keptRecorded() -> KeptOrigin {
        let ticket = rxtrace_keep()
        return ticket == 0 ? .unknown : KeptOrigin(ticket: ticket)
    }

    /// The call that the calling thread made last, the `create` of the object that is made with the element.
    @inlinable @inline(__always)
    package static func made() -> KeptOrigin {
        KeptOrigin(ticket: rxtrace_is_on() ? rxtrace_keep_made() : 0)
    }

    /// Lets the thread's next call, if it is one on `node`, hand on the kept element: that call's origin is this one.
    /// Where an element is made of several, each is told so, in their order. Any thread may do so.
    ///
    /// - Parameter node: the object that is called first: the sink whose `forwardOn` it is, or the observer an ``Edge``
    ///   leads to; nil for an observer that is no object.
    @inlinable @inline(__always)
    package func attributeNextCall(to node: Unmanaged<TracedObject>?) {
        if ticket != 0, rxtrace_is_on() { handRecorded(to: node) }
    }

    /// As ``attributeNextCall(to:)``, for an element that is made of two, of which this is the origin of the first.
    @inlinable @inline(__always)
    package func attributeNextCall(with second: KeptOrigin, to node: TracedObject) {
        if self != .none, rxtrace_is_on() { handRecorded(with: second, to: node) }
    }

    @usableFromInline @inline(never)
    func handRecorded(with second: KeptOrigin, to node: TracedObject) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { tickets in
            tickets[0] = ticket
            tickets[1] = second.ticket
            rxtrace_hand_on(tickets.baseAddress, 2, node.traceID)
        }
    }

    @usableFromInline @inline(never)
    func handRecorded(to node: Unmanaged<TracedObject>?) {
        withUnsafePointer(to: ticket) {
            rxtrace_hand_on($0, 1, node?._withUnsafeGuaranteedRef(\.traceID) ?? 0)
        }
    }
}

/// The origins of the elements of a collection, beside it: nothing as long as nothing is recorded.
@usableFromInline
struct KeptOrigins {
    /// By the elements' places; the last elements may have none.
    @usableFromInline var tickets: ContiguousArray<UInt64> = []

    @inlinable init() {}

    /// Sets the origin of the element at `index`.
    @inlinable @inline(__always)
    mutating func set(_ origin: KeptOrigin, at index: Int) {
        if origin != .none { store(origin.ticket, at: index) }
    }

    @usableFromInline @inline(never)
    mutating func store(_ ticket: UInt64, at index: Int) {
        if index < tickets.count {
            tickets[index] = ticket
        } else if ticket != KeptOrigin.unknown.ticket {
            while tickets.count < index { tickets.append(0) }
            tickets.append(ticket)
        }
    }

    @inlinable subscript(index: Int) -> KeptOrigin {
        @inline(__always) get {
            rxtrace_is_on() && index < tickets.count ? KeptOrigin(ticket: tickets[index]) : .none
        }
    }

    /// The first `count` elements are gone.
    @inlinable @inline(__always)
    mutating func removeFirst(_ count: Int) {
        if !tickets.isEmpty { tickets.removeFirst(min(count, tickets.count)) }
    }

    /// Tells, for the element that the thread's next call hands to `node`, of which kept elements it is made: all of
    /// these, in order.
    @inlinable @inline(__always)
    func attributeNextCall(to node: TracedObject) {
        if rxtrace_is_on() { handRecorded(to: node) }
    }

    @usableFromInline @inline(never)
    func handRecorded(to node: TracedObject) {
        if tickets.isEmpty { return }
        tickets.withUnsafeBufferPointer { rxtrace_hand_on($0.baseAddress, $0.count, node.traceID) }
    }
}

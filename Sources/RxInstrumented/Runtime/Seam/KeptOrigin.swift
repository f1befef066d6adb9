import CRxTraceBuffer
import RxTraceKit

/// The origin of a kept element: the call that handed the element in. Takes eight bytes beside the element.
///
/// ``kept()`` makes it when the element is stored, and ``attributeNextCall(to:)`` uses it when the element is taken
/// out. ``ElementWithOrigin`` and the collections of kept elements call both; operators do not.
///
/// While no recording runs, each costs one relaxed load. A later recording does not know an earlier one's origins.
@usableFromInline
package struct KeptOrigin: Equatable {
    /// The call's ticket. 0 if no recording ran; 1 if one ran, but the element came from outside of its calls.
    @usableFromInline let ticket: UInt64

    @inlinable init(ticket: UInt64) { self.ticket = ticket }

    /// No origin, because no recording ran.
    @inlinable package static var none: KeptOrigin { KeptOrigin(ticket: 0) }

    /// No origin, although a recording ran: outside of any call, or where calls are left out.
    @inlinable static var unknown: KeptOrigin { KeptOrigin(ticket: 1) }

    /// The call that hands in the element that the calling thread keeps now: the innermost open call with an event, or
    /// else the innermost open call. Elements that one call keeps in a row share a ticket.
    @inlinable @inline(__always)
    package static func kept() -> KeptOrigin {
        rxtrace_is_on() ? keptRecorded() : .none
    }

    @usableFromInline @inline(never)
    static func keptRecorded() -> KeptOrigin {
        let ticket = rxtrace_keep()
        return ticket == 0 ? .unknown : KeptOrigin(ticket: ticket)
    }

    /// The call that the calling thread closed last: the `create` of an object that is made with the element.
    @inlinable @inline(__always)
    package static func made() -> KeptOrigin {
        KeptOrigin(ticket: rxtrace_is_on() ? rxtrace_keep_made() : 0)
    }

    /// Makes this the origin of the calling thread's next call, if that call is on `node`. For an element that is made
    /// of several kept ones, to be called for each of them, in order.
    ///
    /// - Parameter node: the object that receives the call: the sink of a `forwardOn`, or the observer behind an
    ///   ``Edge``. nil for an observer that is not an object.
    @inlinable @inline(__always)
    package func attributeNextCall(to node: Unmanaged<TracedObject>?) {
        if ticket != 0, rxtrace_is_on() { handRecorded(to: node) }
    }

    /// As ``attributeNextCall(to:)``, for an element that is made of two, of which the first has this origin.
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

/// The origins of a collection's elements. Empty, without memory, as long as nothing is recorded.
@usableFromInline
struct KeptOrigins {
    /// Tickets by the elements' indices. May be shorter than the collection.
    @usableFromInline var tickets: ContiguousArray<UInt64> = []

    @inlinable init() {}

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

    /// Removes the origins of the first `count` elements.
    @inlinable @inline(__always)
    mutating func removeFirst(_ count: Int) {
        if !tickets.isEmpty { tickets.removeFirst(min(count, tickets.count)) }
    }

    /// Makes these, in order, the origins of the calling thread's next call, if that call is on `node`.
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

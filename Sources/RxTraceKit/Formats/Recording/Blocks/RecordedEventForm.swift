/// The event in the detail of a recorded call whose operation has one: bits 0 and 1 the event's kind, bits 2 to 4 how
/// its value is kept, bit 7 ``byAnyObserver``. Bits 5 and 6 are the recorder's own, and in no file.
@usableFromInline
package enum RecordedEventForm: UInt8, CaseIterable {
    case none, signed, unsigned, double, boolean, text

    /// The kinds of event; 0 is none at all.
    @inlinable package static var next: UInt8 { 1 }
    @inlinable package static var error: UInt8 { 2 }
    @inlinable package static var completed: UInt8 { 3 }

    /// Set where an `AnyObserver` around the node received the event.
    @inlinable package static var byAnyObserver: UInt8 { 0x80 }

    /// The form as it stands in a detail.
    @inlinable package var bits: UInt8 { rawValue << 2 }

    /// The form that a detail tells; nil for one that is not known.
    package init?(detail: UInt8) { self.init(rawValue: detail >> 2 & 7) }

    /// The kind of event that a detail tells.
    package static func kind(of detail: UInt8) -> UInt8 { detail & 3 }

    /// The event that a detail tells, without its value.
    package static func withoutValue(_ detail: UInt8) -> UInt8 { detail & (byAnyObserver | 0x03) }
}

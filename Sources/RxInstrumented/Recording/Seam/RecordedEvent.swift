/// How the value of a recorded event is kept, and the bits that say so in a record.
@usableFromInline
enum RecordedValueKind: UInt8 {
    case none, signed, unsigned, double, boolean, text
}

/// What else a record of an event says, in the bits that kind and value leave.
@usableFromInline
enum RecordedEventFlags {
    /// An `AnyObserver` around the node received it.
    @inlinable static var byAnyObserver: UInt8 { 0x80 }

    /// What a record says of an event without its value: these bits and the event's kind.
    static func withoutValue(_ detail: UInt8) -> UInt8 { detail & (byAnyObserver | 0x03) }
}

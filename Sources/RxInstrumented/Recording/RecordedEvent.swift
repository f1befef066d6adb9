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
}

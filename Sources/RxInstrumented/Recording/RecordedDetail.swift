/// What a record that is no call says. Details of a call follow it; the other kinds stand anywhere.
@usableFromInline
enum RecordedDetail: UInt8 {
    /// What a node is: its type's address and its role.
    case node
    /// A node's name, 24 bytes a record; the first says how many bytes there are.
    case name
    /// The value of the call before it, likewise.
    case text
    /// The type that received the call before it, where that is not its node's.
    case type
    /// Return addresses, innermost first, that led to the call before it: three a record, 0 for none.
    case site
}

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

/// What a recorded subscribe tells of itself.
@usableFromInline
struct SubscribeFlags: OptionSet {
    @usableFromInline let rawValue: UInt8
    @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The observer is not a sink that goes on upward: a subscription of its own begins.
    @inlinable static var begins: SubscribeFlags { SubscribeFlags(rawValue: 1) }
    /// The user's code called it.
    @inlinable static var byUser: SubscribeFlags { SubscribeFlags(rawValue: 2) }
}

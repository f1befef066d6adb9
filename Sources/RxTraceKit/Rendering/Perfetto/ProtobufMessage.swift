/// A message in the wire format of Protocol Buffers, written field by field.
///
/// ```swift
/// var message = ProtobufMessage()
/// message.add(1, 150)      // 08 96 01
/// message.add(2, "text")   // 12 04 74 65 78 74
/// ```
///
/// The format: https://protobuf.dev/programming-guides/encoding
struct ProtobufMessage {
    private(set) var bytes: [UInt8] = []

    /// Begins a new message in the memory of this one.
    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Adds a number: an integer, a truth or the case of an enumeration.
    @inline(__always)
    mutating func add(_ field: UInt64, _ number: UInt64) {
        put(field << 3)
        put(number)
    }

    /// Adds a number that may be negative, as `int64` has it.
    @inline(__always)
    mutating func add(_ field: UInt64, signed number: Int) { add(field, UInt64(bitPattern: Int64(number))) }

    /// Adds a number of eight bytes.
    mutating func add(_ field: UInt64, fixed number: UInt64) {
        put(field << 3 | 1)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// Adds a text.
    mutating func add(_ field: UInt64, _ text: String) {
        put(field << 3 | 2)
        put(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds a message within this one.
    @inline(__always)
    mutating func add(_ field: UInt64, _ body: (inout ProtobufMessage) -> Void) {
        put(field << 3 | 2)
        // Most lengths take one byte: only those that take more move what follows.
        let place = bytes.count
        bytes.append(0)
        body(&self)
        let length = bytes.count - place - 1
        if length < 0x80 {
            bytes[place] = UInt8(truncatingIfNeeded: length)
        } else {
            putLong(UInt64(length), at: place)
        }
    }

    private mutating func putLong(_ length: UInt64, at place: Int) {
        var digits = ProtobufMessage()
        digits.put(length)
        bytes.replaceSubrange(place...place, with: digits.bytes)
    }

    /// Seven bits per byte, the lowest first; the eighth says that more follow.
    @inline(__always)
    private mutating func put(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

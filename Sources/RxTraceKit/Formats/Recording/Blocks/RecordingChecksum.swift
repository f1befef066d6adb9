import CRxTraceFiles

/// Tells whether a block's head, or its payload, is as it was written.
///
/// Each step is a bijection of the sum so far, and of the eight bytes it takes in: a change within any eight bytes always
/// shows, and other changes do but for one chance in 2⁶⁴.
package struct RecordingChecksum {
    package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    package init() {}

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        value = rxtrace_checksum(value, bytes.baseAddress, bytes.count)
    }

    /// The checksum of bytes.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = RecordingChecksum()
        sum.add(bytes)
        return sum.value
    }
}

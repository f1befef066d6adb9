/// Tells whether a block's head, or its payload, is as it was written.
///
/// Each step is a bijection of the sum so far, and of the eight bytes it takes in: a change within any eight bytes always
/// shows, and other changes do but for one chance in 2⁶⁴.
package struct RecordingChecksum {
    package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    package init() {}

    package mutating func add(_ word: UInt64) {
        value = ((value &<< 23 | value &>> 41) ^ word) &* 0xD6E8_FEB8_6659_FD93
    }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var sum = self
        let whole = bytes.count & ~7
        // A stride is as fast in an optimized build, but takes most of the time in a debug build.
        var offset = 0
        while offset < whole {
            sum.add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset &+= 8
        }
        var rest: UInt64 = 0
        for offset in whole..<bytes.count { rest |= UInt64(bytes[offset]) << (8 * UInt64(offset - whole)) }
        sum.add(rest)
        sum.add(UInt64(bytes.count))
        self = sum
    }

    /// The checksum of bytes.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = RecordingChecksum()
        sum.add(bytes)
        return sum.value
    }
}

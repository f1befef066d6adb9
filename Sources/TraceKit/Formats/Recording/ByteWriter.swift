/// Appends numbers and text to bytes, in the forms of ``RecordingLayout``.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var isEmpty: Bool { bytes.isEmpty }

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    package mutating func add(_ byte: UInt8) {
        bytes.append(byte)
    }

    package mutating func add(bytes more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }

    package mutating func add<Number: FixedWidthInteger>(whole number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func add(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func add(_ text: String) {
        add(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

/// Signed numbers as unsigned ones: small ones of either sign stay small.
package enum Zigzag {
    @inlinable package static func encode(_ number: Int64) -> UInt64 {
        UInt64(bitPattern: number << 1 ^ number >> 63)
    }

    @inlinable package static func decode(_ number: UInt64) -> Int64 {
        Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
}

/// Takes numbers and text from bytes, in the forms of ``RecordingLayout``.
struct ByteReader {
    /// The bytes end too early, or hold a value that cannot be.
    struct Damage: Error {}

    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(Damage) -> UInt8 {
        guard offset < bytes.count else { throw Damage() }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws(Damage) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - offset >= size else { throw Damage() }
        defer { offset += size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    mutating func number() throws(Damage) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
            guard shift < 64 else { throw Damage() }
        }
    }

    /// A number that counts or names something.
    mutating func count() throws(Damage) -> Int {
        let number = try number()
        guard number <= UInt64(UInt32.max) else { throw Damage() }
        return Int(number)
    }

    /// The number of a call among its thread's, of which there may be more.
    mutating func callNumber() throws(Damage) -> Int {
        let number = try number()
        guard number <= UInt64(RecordingLayout.callLimit) else { throw Damage() }
        return Int(number)
    }

    /// Bytes behind their number.
    mutating func part() throws(Damage) -> UnsafeRawBufferPointer {
        let count = try count()
        guard bytes.count - offset >= count else { throw Damage() }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    mutating func text() throws(Damage) -> String {
        let count = try count()
        guard bytes.count - offset >= count else { throw Damage() }
        defer { offset += count }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }
}

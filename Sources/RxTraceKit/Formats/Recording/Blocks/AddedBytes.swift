/// Numbers and text as bytes, in the forms ``ByteReader`` takes.
extension [UInt8] {
    /// Adds a number that takes the fewer bytes the smaller it is: one per seven bits.
    mutating func add(number: UInt64) {
        var rest = number
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func add(text: String) {
        add(number: UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    mutating func add<Number: FixedWidthInteger>(whole number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

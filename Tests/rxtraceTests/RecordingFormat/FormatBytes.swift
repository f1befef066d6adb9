// A reader of recordings made from docs/recording-format.md alone: nothing of RxTraceKit is used, so that what the page
// leaves out or gets wrong shows.

/// Bytes taken one after the other.
struct FormatBytes {
    struct Damage: Error {}

    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(Array(bytes)) }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: UInt64) throws -> [UInt8] {
        guard count <= rest.count else { throw Damage() }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }

    /// A little-endian number of so many bytes.
    mutating func number(_ size: Int) throws -> UInt64 {
        try bytes(UInt64(size)).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func varint() throws -> UInt64 {
        var number: UInt64 = 0
        for place in 0..<UInt64(10) {
            let byte = try self.number(1)
            number |= (byte & 0x7F) << (7 * place)
            if byte < 0x80 { return number }
        }
        throw Damage()
    }

    mutating func text() throws -> String { String(decoding: try bytes(try varint()), as: UTF8.self) }

    static func zigzag(_ number: UInt64) -> Int64 { Int64(number >> 1) ^ -Int64(number & 1) }
}

/// A block of a recording file.
struct FormatBlock {
    static let magic: [UInt8] = [0x8A, 0x52, 0x58, 0x54, 0x0D, 0x0A, 0x1A, 0x02]
    private static let sync: [UInt8] = [0x58, 0x62, 0x6C, 0x6B]

    var kind: UInt64
    var thread: UInt64
    var payload: [UInt8]

    /// The blocks that are good, and whether all are, up to the end block.
    static func all(in file: [UInt8]) throws -> (blocks: [FormatBlock], isWhole: Bool) {
        guard file.starts(with: magic) else { throw FormatBytes.Damage() }
        var blocks: [FormatBlock] = []
        var isWhole = true
        var offset = magic.count
        while offset < file.count, blocks.last?.kind != 6 {
            if let block = try? FormatBlock(file[offset...]) {
                blocks.append(block)
                offset += 24 + block.payload.count
            } else {
                isWhole = false
                repeat { offset += 1 } while offset < file.count && !file[offset...].starts(with: sync)
            }
        }
        return (blocks, isWhole && offset == file.count && blocks.last?.kind == 6)
    }

    /// Where the payload of each block stands in a file that holds these and nothing else.
    static func payloadOffsets(of blocks: [FormatBlock]) -> [Int] {
        var end = magic.count
        return blocks.map { block in
            defer { end += 24 + block.payload.count }
            return end + 24
        }
    }

    private init(_ bytes: ArraySlice<UInt8>) throws {
        var header = FormatBytes(bytes.prefix(24))
        let isBlock = try header.bytes(4) == Self.sync
        kind = try header.number(4)
        let size = try header.number(4)
        thread = try header.number(4)
        let checksum = try header.number(8)
        guard isBlock, kind <= 255, size <= 1 << 26, size <= bytes.count - 24 else { throw FormatBytes.Damage() }
        payload = Array(bytes.dropFirst(24).prefix(Int(size)))
        guard self.checksum == checksum else { throw FormatBytes.Damage() }
    }

    init(kind: UInt64, thread: UInt64, payload: [UInt8]) {
        self.kind = kind
        self.thread = thread
        self.payload = payload
    }

    var checksum: UInt64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
        func take(_ word: UInt64) { sum = ((sum << 23 | sum >> 41) ^ word) &* 0xD6E8_FEB8_6659_FD93 }
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        take(kind + thread << 32)
        let whole = payload.count / 8 * 8
        for place in stride(from: 0, to: whole, by: 8) { take(word(payload[place..<place + 8])) }
        take(word(payload[whole...]))
        take(UInt64(payload.count))
        return sum
    }

    /// The block as it stands in a file.
    var bytes: [UInt8] {
        let fields = [kind, UInt64(payload.count), thread].flatMap { Self.number($0, 4) }
        return Self.sync + fields + Self.number(checksum, 8) + payload
    }

    /// A number as it stands in a file, in so many bytes.
    static func number(_ value: UInt64, _ size: UInt64) -> [UInt8] {
        (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
}

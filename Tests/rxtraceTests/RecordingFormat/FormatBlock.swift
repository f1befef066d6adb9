/// A block of a recording file.
struct FormatBlock {
    static let magic: [UInt8] = [0x8A, 0x52, 0x58, 0x54, 0x0D, 0x0A, 0x1A, 0x03]
    static let headSize = 64
    private static let sync: [UInt8] = [0x58, 0x62, 0x6C, 0x6B]

    var kind: UInt64
    var thread: UInt64
    var payload: [UInt8]
    var number: UInt64 = 0
    var mark: UInt64 = 0

    /// The blocks that are good and the recording's own, each once, and whether all are, up to the end block.
    static func all(in file: [UInt8]) throws -> (blocks: [FormatBlock], isWhole: Bool) {
        guard file.starts(with: magic) else { throw FormatBytes.Damage() }
        var blocks: [FormatBlock] = []
        var isWhole = true
        var offset = magic.count
        var next: UInt64 = 0
        var known: Set<UInt64> = []
        while offset < file.count, blocks.last?.kind != 6 {
            if let block = try? FormatBlock(file[offset...]) {
                offset += headSize + block.payload.count
                isWhole = isWhole && block.number == next && block.mark == (blocks.first?.mark ?? block.mark)
                let isOwn = block.mark == blocks.first?.mark ?? block.mark
                guard isOwn, known.insert(block.number).inserted else { continue }
                next = block.number + block.count
                blocks.append(block)
            } else {
                isWhole = false
                repeat { offset += 1 } while offset < file.count && !file[offset...].starts(with: sync)
            }
        }
        return (blocks, isWhole && offset == file.count && blocks.last?.kind == 6)
    }

    /// A file of blocks, which are numbered as they come.
    static func file(_ blocks: [FormatBlock]) -> [UInt8] {
        var next: UInt64 = 0
        return blocks.reduce(into: magic) { file, block in
            var own = block
            (own.number, own.mark) = (next, blocks[0].mark)
            next += own.count
            file += own.bytes
        }
    }

    /// Where the payload of each block stands in a file that holds these and nothing else.
    static func payloadOffsets(of blocks: [FormatBlock]) -> [Int] {
        var end = magic.count
        return blocks.map { block in
            defer { end += headSize + block.payload.count }
            return end + headSize
        }
    }

    private init(_ bytes: ArraySlice<UInt8>) throws {
        let headBytes = bytes.prefix(Self.headSize)
        var head = FormatBytes(headBytes)
        let isBlock = try head.bytes(4) == Self.sync
        kind = try head.number(4)
        let size = try head.number(4)
        thread = try head.number(4)
        number = try head.number(8)
        mark = try head.number(8)
        _ = try head.bytes(16)
        let payloadSum = try head.number(8)
        let headSum = try head.number(8)
        guard isBlock, kind <= 255, size <= 1 << 26, headSum == Self.checksum(headBytes.dropLast(8)),
            size <= bytes.count - Self.headSize
        else { throw FormatBytes.Damage() }
        payload = Array(bytes.dropFirst(Self.headSize).prefix(Int(size)))
        guard payloadSum == Self.checksum(payload[...]) else { throw FormatBytes.Damage() }
    }

    init(kind: UInt64, thread: UInt64, payload: [UInt8]) {
        self.kind = kind
        self.thread = thread
        self.payload = payload
    }

    /// How many blocks it is, or stands for.
    private var count: UInt64 {
        guard kind == 10 else { return 1 }
        var reader = FormatBytes(payload)
        return (try? reader.number(8)) ?? 1
    }

    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
        func take(_ word: UInt64) { sum = ((sum << 23 | sum >> 41) ^ word) &* 0xD6E8_FEB8_6659_FD93 }
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        let whole = bytes.startIndex + bytes.count / 8 * 8
        for place in stride(from: bytes.startIndex, to: whole, by: 8) { take(word(bytes[place..<place + 8])) }
        take(word(bytes[whole...]))
        take(UInt64(bytes.count))
        return sum
    }

    /// The block as it stands in a file.
    var bytes: [UInt8] {
        let fields = [kind, UInt64(payload.count), thread].flatMap { Self.number($0, 4) }
        let words = [number, mark, 0, 0, Self.checksum(payload[...])].flatMap { Self.number($0, 8) }
        let head = Self.sync + fields + words
        return head + Self.number(Self.checksum(head[...]), 8) + payload
    }

    /// A number as it stands in a file, in so many bytes.
    static func number(_ value: UInt64, _ size: UInt64) -> [UInt8] {
        (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
}

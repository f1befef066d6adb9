/// Where renderers write: collects text and hands it on in blocks, so that a rendering of any length needs little
/// memory.
public final class TextOutput {
    private static let blockSize = 1 << 16

    private let block = UnsafeMutablePointer<UInt8>.allocate(capacity: blockSize)
    private var count = 0
    private let sink: (UnsafeRawBufferPointer) throws -> Void

    /// - Parameter sink: takes each block; an error it throws stops the rendering.
    public init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.sink = sink
    }

    deinit { block.deallocate() }

    /// Writes text.
    public func write(_ text: String) throws {
        if try text.utf8.withContiguousStorageIfAvailable({ try write($0) }) != nil { return }
        var text = text
        try text.withUTF8 { try write($0) }
    }

    /// Writes a short text of the program's own. Its length is known where this is called: it takes a few instructions.
    @inline(__always)
    func write(literal text: StaticString) throws {
        let place = try room(for: text.utf8CodeUnitCount)
        place.initialize(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    /// How much room there is for pieces.
    private static let roomForPieces = 512

    /// Writes pieces of text that `body` puts one behind the other, with one look at the room for all: a few words of the
    /// program's own and numbers, far fewer than 512 bytes.
    @inline(__always)
    func writePieces(_ body: (inout OutputPlace) -> Void) throws {
        let start = try room(for: Self.roomForPieces)
        var place = OutputPlace(start)
        body(&place)
        assert(place.next - start <= Self.roomForPieces, "\(place.next - start) bytes are more than a few words")
        count += place.next - start
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard var start = bytes.baseAddress else { return }
        var rest = bytes.count
        while rest > 0 {
            if count == Self.blockSize { try flush() }
            let piece = min(rest, Self.blockSize - count)
            (block + count).update(from: start, count: piece)
            count += piece
            start += piece
            rest -= piece
        }
    }

    /// Writes the digits of `number`.
    @inline(__always)
    func write(_ number: some FixedWidthInteger) throws {
        try writePieces { $0.put(number) }
    }

    /// Writes `number` in 16 hexadecimal digits.
    func write(hexadecimal number: UInt64) throws {
        let room = try room(for: 16)
        for position in 0..<16 {
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * position)) & 15
            room[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
        count += 16
    }

    /// Writes `text` where none of its bytes is one that `isSpecial` names; otherwise writes nothing and answers false.
    func write(_ text: String, unless isSpecial: (UInt8) -> Bool) throws -> Bool {
        let written = try text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.count <= Self.blockSize else { return false }
            let room = try room(for: bytes.count)
            for position in 0..<bytes.count {
                let byte = bytes[position]
                if isSpecial(byte) { return false }
                room[position] = byte
            }
            count += bytes.count
            return true
        }
        return written ?? false
    }

    /// Where the next `size` bytes go, which have to be counted once they are written.
    @inline(__always)
    private func room(for size: Int) throws -> UnsafeMutablePointer<UInt8> {
        if count + size > Self.blockSize { try flush() }
        return block + count
    }

    /// Hands on the text that is still held back. To be called once after the last ``write(_:)``.
    @inline(never)
    public func flush() throws {
        guard count > 0 else { return }
        try sink(UnsafeRawBufferPointer(start: block, count: count))
        count = 0
    }
}

/// Where a text goes on in the memory of an output.
struct OutputPlace {
    fileprivate(set) var next: UnsafeMutablePointer<UInt8>

    @inline(__always)
    fileprivate init(_ next: UnsafeMutablePointer<UInt8>) { self.next = next }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        next.initialize(from: text.utf8Start, count: text.utf8CodeUnitCount)
        next += text.utf8CodeUnitCount
    }

    /// The digits of a number, up to ``Digits/most`` and a sign.
    @inline(__always)
    mutating func put(_ number: some FixedWidthInteger) {
        if number < 0 { put("-") }
        next += Digits.write(UInt64(number.magnitude), to: next)
    }

    /// A point and the three digits of a number below 1,000.
    @inline(__always)
    mutating func put(decimals number: UInt64) {
        Digits.writeDecimals(number, to: next)
        next += 4
    }
}

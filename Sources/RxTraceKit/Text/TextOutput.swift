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
        var text = text
        try text.withUTF8 { try write($0) }
    }

    func write(literal text: StaticString) throws {
        try write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
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
    func write(_ number: some FixedWidthInteger) throws {
        let room = try room(for: 24)
        // Digits come last first.
        var rest = UInt64(number.magnitude)
        var length = 1
        var bound: UInt64 = 10
        while rest >= bound {
            length += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        var position = 0
        if number < 0 {
            room[0] = UInt8(ascii: "-")
            position = 1
        }
        var end = position + length
        count += end
        while end > position {
            end -= 1
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            room[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
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
        var text = text
        return try text.withUTF8 { bytes in
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
    }

    /// Where the next `size` bytes go, which have to be counted once they are written.
    private func room(for size: Int) throws -> UnsafeMutablePointer<UInt8> {
        if count + size > Self.blockSize { try flush() }
        return block + count
    }

    /// Hands on the text that is still held back. To be called once after the last ``write(_:)``.
    public func flush() throws {
        guard count > 0 else { return }
        try sink(UnsafeRawBufferPointer(start: block, count: count))
        count = 0
    }
}

/// The head of a block: its place in the recording, and its size.
///
/// It has a checksum of its own, so that a reader may go from head to head without the payloads.
package struct BlockHead {
    package var kind: UInt8
    /// How many bytes the payload has.
    package var payload: Int
    /// The thread, of a block of calls.
    package var thread: UInt32
    /// Which of the recording's blocks it is, from 0.
    package var number: UInt64
    /// The recording's: it tells its blocks from those of others.
    package var mark: UInt64
    /// The checksum of the payload.
    package var sum: UInt64
    /// In the end block of an index: the offsets of its first block, and of the first block of its table.
    package var index: (start: UInt64, table: UInt64) = (0, 0)

    static let size = 64
    /// What the checksum at the end is of.
    private static let summed = size - 8
    /// No recording has more blocks.
    static let numberLimit = 1 << 62 as UInt64

    package init(kind: UInt8, thread: UInt32, number: UInt64, mark: UInt64, payload: UnsafeRawBufferPointer) {
        self.kind = kind
        self.payload = payload.count
        self.thread = thread
        self.number = number
        self.mark = mark
        sum = RecordingChecksum.of(payload)
    }

    /// nil where the bytes are no head, or one that is damaged.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size else { return nil }
        func number<Number: FixedWidthInteger>(at offset: Int, _ type: Number.Type) -> Number {
            Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
        let summed = UnsafeRawBufferPointer(rebasing: bytes[..<Self.summed])
        guard number(at: 0, UInt32.self) == RecordingLayout.sync,
            let kind = UInt8(exactly: number(at: 4, UInt32.self)),
            number(at: Self.summed, UInt64.self) == RecordingChecksum.of(summed)
        else { return nil }
        self.kind = kind
        payload = Int(number(at: 8, UInt32.self))
        thread = number(at: 12, UInt32.self)
        self.number = number(at: 16, UInt64.self)
        mark = number(at: 24, UInt64.self)
        index = (number(at: 32, UInt64.self), number(at: 40, UInt64.self))
        sum = number(at: 48, UInt64.self)
        guard payload <= RecordingLayout.maximumPayload, self.number < Self.numberLimit else { return nil }
    }

    /// Stores the head where the block begins.
    package func store(to bytes: UnsafeMutableRawBufferPointer) {
        func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
            bytes.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
        }
        store(RecordingLayout.sync, at: 0)
        store(UInt32(kind), at: 4)
        store(UInt32(truncatingIfNeeded: payload), at: 8)
        store(thread, at: 12)
        store(number, at: 16)
        store(mark, at: 24)
        store(index.start, at: 32)
        store(index.table, at: 40)
        store(sum, at: 48)
        let summed = UnsafeRawBufferPointer(rebasing: bytes[..<Self.summed])
        store(RecordingChecksum.of(summed), at: Self.summed)
    }
}

import Foundation

/// What stands at a place in the bytes of a recording.
enum FoundBlock {
    case block(BlockHead)
    /// The head is there where it is good.
    case damaged(BlockHead?)
    /// Less than a whole block, and no other behind it.
    case cut
}

extension RecordingBytes {
    /// Reads the block at an offset, its payload into `buffer`.
    ///
    /// - Throws: `SystemFailure` where the bytes cannot be read.
    func block(at offset: Int, into buffer: inout AlignedBytes) throws -> FoundBlock {
        var head: BlockHead?
        let isCut = try withUnsafeTemporaryAllocation(byteCount: RecordingLayout.headerSize, alignment: 8) { bytes in
            let count = try read(at: offset, into: bytes)
            head = BlockHead(UnsafeRawBufferPointer(bytes))
            return count < RecordingLayout.headerSize
        }
        if isCut { return .cut }
        guard let head else { return .damaged(nil) }
        let start = offset + RecordingLayout.headerSize
        // Bytes within it may be gone: then another block follows.
        guard start + head.payload <= count else { return try nextBlock(after: offset) == nil ? .cut : .damaged(head) }
        buffer.reserve(head.payload)
        guard try read(at: start, into: buffer.space(count: head.payload)) == head.payload else { return .cut }
        return RecordingChecksum.of(buffer.bytes(count: head.payload)) == head.sum ? .block(head) : .damaged(head)
    }

    /// Where the next head stands, or seems to.
    func nextBlock(after offset: Int) throws -> Int? {
        let sync = withUnsafeBytes(of: RecordingLayout.sync.littleEndian) { Data($0) }
        var start = offset + 1
        while start < count {
            var part = Data(count: min(1 << 20, count - start))
            let partCount = try part.withUnsafeMutableBytes { try read(at: start, into: $0) }
            if let found = part.prefix(partCount).range(of: sync) { return start + found.lowerBound }
            guard partCount > sync.count else { return nil }
            start += partCount - sync.count + 1
        }
        return nil
    }
}

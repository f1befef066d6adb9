/// What a full reading of a recording found, kept so that a later one reads only the blocks that hold the calls it is
/// asked for.
///
/// Calls are in segments of some ``IndexFolder/segmentSize``, in their order. Of each segment the index has what the blocks
/// do not tell by themselves: which calls led to others, and their subscriptions (``SegmentFacts``). All else is in its
/// table (``IndexTable``). The blocks of an index are the last of the recording itself (``RecordingCompletion``), or in a
/// file of their own in the user's cache (``IndexFolder``). An end block follows, whose head leads to them.
///
/// An index is believed as far as it fits: it has the recording's mark, the recording has as many bytes as it had, and
/// every block, of the index or of calls, is checked when it is read. Where something does not fit, there is
/// ``RecordingIndexDamage``, and the recording is to be read as if it had no index.
package struct RecordingIndex {
    /// Some calls that follow each other, and what the index tells of them.
    struct Segment {
        var calls: CallSegment
        /// Where its block stands, from the first of the index on.
        var offset = 0
        var contents = SegmentContents()
        /// How many of its calls are of which sort.
        var sorts: [EventSortCounter.Count] = []
    }

    let table: IndexTable
    let blocks: IndexBlocks

    /// - Throws: ``RecordingIndexDamage`` where the file holds no index of the recording, or a damaged one.
    init(of recording: RecordingBytes, in file: RecordingBytes) throws {
        let mark = try IndexBlocks.mark(of: recording)
        guard try IndexFolder.isOf(mark, length: recording.count, file) else { throw RecordingIndexDamage() }
        try self.init(of: recording, IndexBlocks(file, mark: mark))
    }

    /// The index that the recording has in itself.
    ///
    /// - Throws: ``RecordingIndexDamage`` where it has none, or a damaged one.
    init(within recording: RecordingBytes) throws {
        let blocks = try IndexBlocks(recording, mark: IndexBlocks.mark(of: recording))
        try self.init(of: recording, blocks)
        // Blocks that were put before it since would be none of those it tells of.
        guard table.end == blocks.start else { throw RecordingIndexDamage() }
    }

    private init(of recording: RecordingBytes, _ blocks: IndexBlocks) throws {
        self.blocks = blocks
        table = try IndexTable(blocks.table())
        guard table.end <= recording.count else { throw RecordingIndexDamage() }
    }

    /// What the reading found that the index was made by.
    ///
    /// - Throws: ``RecordingIndexDamage`` where the recording is another.
    func findings(of recording: RecordingBytes) throws -> RecordingFindings {
        try table.findings(of: recording, blocks)
    }

}

extension RecordingIndex: SegmentedCalls {
    var segmentCount: Int { table.segments.count }

    func segment(_ number: Int) -> CallSegment { table.segments[number].calls }

    func withFacts(ofSegment number: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try blocks.payload(at: table.segments[number].offset).bytes.withUnsafeBytes(body)
    }
}

/// The blocks of an index: those before an end block.
struct IndexBlocks: Sendable {
    let mark: UInt64
    /// Where the first one stands.
    let start: Int
    /// Where the first one of the table stands.
    let tableStart: Int
    private let end: Int
    private let bytes: RecordingBytes

    /// - Parameter mark: the recording's.
    init(_ bytes: RecordingBytes, mark: UInt64) throws {
        self.bytes = bytes
        end = bytes.count - BlockHead.size
        let head = try Self.head(at: end, in: bytes)
        let (start, table) = (Int(clamping: head.index.start), Int(clamping: head.index.table))
        guard head.kind == RecordingLayout.BlockKind.end.rawValue, head.payload == 0, start > 0, start <= table,
            table < end, head.mark == mark
        else { throw RecordingIndexDamage() }
        (self.mark, self.start, tableStart) = (head.mark, start, table)
    }

    /// The mark of a recording.
    static func mark(of recording: RecordingBytes) throws -> UInt64 {
        try head(at: RecordingLayout.magic.count, in: recording).mark
    }

    static func head(at offset: Int, in bytes: RecordingBytes) throws -> BlockHead {
        let head = try withUnsafeTemporaryAllocation(byteCount: BlockHead.size, alignment: 8) { buffer in
            guard offset >= 0, try bytes.read(at: offset, into: buffer) == buffer.count else {
                return nil as BlockHead?
            }
            return BlockHead(UnsafeRawBufferPointer(buffer))
        }
        guard let head else { throw RecordingIndexDamage() }
        return head
    }

    /// The payload of the block that stands so many bytes behind the first one, and where the next one stands.
    func payload(at offset: Int) throws -> (bytes: [UInt8], next: Int) {
        guard offset >= 0, offset < end - start else { throw RecordingIndexDamage() }
        let head = try Self.head(at: start + offset, in: bytes)
        let next = offset + BlockHead.size + head.payload
        guard head.kind == RecordingLayout.BlockKind.index.rawValue, head.mark == mark, next <= end - start else {
            throw RecordingIndexDamage()
        }
        let payload = try [UInt8](unsafeUninitializedCapacity: head.payload) { buffer, count in
            count = try bytes.read(at: start + offset + BlockHead.size, into: UnsafeMutableRawBufferPointer(buffer))
        }
        guard payload.count == head.payload, payload.withUnsafeBytes({ RecordingChecksum.of($0) }) == head.sum else {
            throw RecordingIndexDamage()
        }
        return (payload, next)
    }

    /// Gives each block's payload to `body`, in their order.
    func forEachPayload(_ body: ([UInt8]) throws -> Void) throws {
        var offset = 0
        while offset < end - start {
            let (payload, next) = try payload(at: offset)
            try body(payload)
            offset = next
        }
    }

    /// The payloads of the table's blocks, without the byte that says so.
    func table() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var offset = tableStart - start
        while offset < end - start {
            let (payload, next) = try payload(at: offset)
            guard payload.first == IndexPart.table.rawValue else { throw RecordingIndexDamage() }
            bytes += payload.dropFirst()
            offset = next
        }
        return bytes
    }
}

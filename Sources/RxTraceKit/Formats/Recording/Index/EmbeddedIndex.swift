import Foundation

extension RecordingIndex {
    /// Puts the index that a folder keeps of a recording into the recording itself, before its end.
    ///
    /// The end block moves behind the index. The head of the index's first block is written last, over that of the end
    /// block: a process that is killed before leaves all calls, and bytes behind the end.
    ///
    /// - Returns: whether the recording has one now.
    @discardableResult
    package static func embed(in path: String, from folder: IndexFolder?) -> Bool {
        guard let folder, let recording = try? RecordingBytes(path: path),
            let mark = try? IndexBlocks.mark(of: recording), let kept = folder.file(of: mark),
            (try? IndexFolder.isOf(mark, length: recording.count, kept)) == true
        else { return false }
        let end = recording.count - BlockHead.size
        guard var head = try? IndexBlocks.head(at: end, in: recording), let keptEnd = try? keptEnd(kept, mark),
            head.kind == RecordingLayout.BlockKind.end.rawValue, head.payload == 0, head.mark == mark,
            let last = UInt64(exactly: keptEnd.index.table), last >= UInt64(IndexFolder.headerSize)
        else { return false }
        let count = kept.count - IndexFolder.headerSize - BlockHead.size
        head.number = keptEnd.number
        head.index = (UInt64(end), UInt64(end) + last - UInt64(IndexFolder.headerSize))
        guard let file = OwnDescriptor(taking: open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)) else { return false }
        defer { file.close() }
        guard write(head, to: file.number, at: end + count), copy(kept, to: file.number, at: end, count) else {
            ftruncate(file.number, off_t(recording.count))
            return false
        }
        folder.remove(mark)
        return true
    }

    private static func keptEnd(_ kept: RecordingBytes, _ mark: UInt64) throws -> BlockHead {
        let head = try IndexBlocks.head(at: kept.count - BlockHead.size, in: kept)
        guard head.kind == RecordingLayout.BlockKind.end.rawValue, head.mark == mark else {
            throw RecordingIndexDamage()
        }
        return head
    }

    private static func write(_ head: BlockHead, to descriptor: Int32, at offset: Int) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: BlockHead.size, alignment: 8) { bytes in
            head.store(to: bytes)
            return QuietFile.write(UnsafeRawBufferPointer(bytes), to: descriptor, at: offset)
        }
    }

    /// Copies the blocks of an index, the first head last.
    private static func copy(_ kept: RecordingBytes, to descriptor: Int32, at end: Int, _ count: Int) -> Bool {
        var part = [UInt8](repeating: 0, count: 1 << 20)
        func copy(_ range: Range<Int>) -> Bool {
            part.withUnsafeMutableBytes { part in
                let bytes = UnsafeMutableRawBufferPointer(rebasing: part[..<range.count])
                return (try? kept.read(at: IndexFolder.headerSize + range.lowerBound, into: bytes)) == range.count
                    && QuietFile.write(UnsafeRawBufferPointer(bytes), to: descriptor, at: end + range.lowerBound)
            }
        }
        var offset = BlockHead.size
        while offset < count {
            let next = min(count, offset + part.count)
            guard copy(offset..<next) else { return false }
            offset = next
        }
        return copy(0..<BlockHead.size)
    }
}

import Foundation

/// The file of an index while it is written: it takes its place in the cache when it is whole, and is gone otherwise.
final class IndexFile {
    private let file: OwnDescriptor
    private let folder: IndexFolder
    private let mark: UInt64
    private let length: Int
    private let path: String
    private var number: UInt64 = 0
    private var buffer: [UInt8] = []
    /// How many bytes the blocks have so far.
    private var count = 0
    private var hasFailed = false
    private var isInPlace = false

    private static let bufferSize = 1 << 18
    /// The table is cut into blocks of so many bytes.
    private static let tablePart = 4 << 20

    /// - Parameters:
    ///   - mark: the recording's.
    ///   - length: how many bytes the recording has.
    init?(in folder: IndexFolder, mark: UInt64, length: Int) {
        let path = "\(folder.path(of: mark)).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        let opened = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard let file = OwnDescriptor(taking: opened) else { return nil }
        (self.file, self.folder, self.mark, self.length, self.path) = (file, folder, mark, length, path)
        buffer = IndexFolder.header(mark: mark, length: length)
    }

    deinit {
        file.close()
        if !isInPlace { unlink(path) }
    }

    /// Adds a block. Returns where it stands, from the first one on.
    func add(_ payload: [UInt8]) -> Int {
        let offset = count
        var head = payload.withUnsafeBytes { payload in
            BlockHead(
                kind: RecordingLayout.BlockKind.index.rawValue, thread: 0, number: number, mark: mark, payload: payload)
        }
        append(&head)
        buffer += payload
        number += 1
        count += BlockHead.size + payload.count
        if buffer.count >= Self.bufferSize { flush() }
        return offset
    }

    /// Adds the table and the end, and puts the file in its place. Returns whether it is there.
    func finish(table: [UInt8]) -> Bool {
        let start = count
        var rest = table[...]
        repeat {
            _ = add([IndexPart.table.rawValue] + rest.prefix(Self.tablePart))
            rest = rest.dropFirst(Self.tablePart)
        } while !rest.isEmpty
        var end = BlockHead(
            kind: RecordingLayout.BlockKind.end.rawValue, thread: 0, number: number, mark: mark,
            payload: UnsafeRawBufferPointer(start: nil, count: 0))
        end.index = (UInt64(IndexFolder.headerSize), UInt64(IndexFolder.headerSize + start))
        append(&end)
        flush()
        guard !hasFailed, file.isOwn, rename(path, folder.path(of: mark)) == 0 else { return false }
        isInPlace = true
        folder.prune()
        return true
    }

    private func append(_ head: inout BlockHead) {
        withUnsafeTemporaryAllocation(byteCount: BlockHead.size, alignment: 8) { bytes in
            head.store(to: bytes)
            buffer += bytes
        }
    }

    private func flush() {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard !hasFailed, file.isOwn else {
            hasFailed = true
            return
        }
        do {
            try buffer.withUnsafeBytes { try DescriptorWriter(descriptor: file.number, place: path).write($0) }
        } catch {
            // It is an index less: the answer comes without.
            hasFailed = true
        }
    }
}

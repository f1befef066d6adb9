/// Makes the index of a recording while all its calls are gone through, and leaves it in a folder.
struct IndexWriter {
    private var segments: SegmentWriter
    private let file: IndexFile

    /// - Returns: nil where none is to be made: of a small recording, or a damaged one.
    init?(of recording: RecordingBytes, _ blocks: RecordingBlocks, in folder: IndexFolder) {
        guard recording.count >= folder.least, blocks.damage.isOrderly, let mark = blocks.mark,
            let file = IndexFile(in: folder, mark: mark, length: recording.count)
        else { return nil }
        self.file = file
        segments = SegmentWriter(blocks.tables.nodes, size: folder.segmentSize, sortLimit: folder.sortLimit)
    }

    mutating func add(_ call: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls) {
        segments.add(call, recorded, calls) { file.add($0) }
    }

    /// To be called when all calls were added.
    ///
    /// - Parameter sites: tell where the recording's stacks lead.
    /// - Returns: whether the index is in the folder.
    mutating func finish(_ findings: RecordingFindings, _ sites: SiteResolver) -> Bool {
        segments.finish { file.add($0) }
        // A damaged block, or a clock that went back: the index could not tell which calls are in a segment.
        guard segments.isOrdered, findings.damage.isOrderly, !segments.segments.isEmpty else { return false }
        guard case .columns(let columns) = findings.nodes else { return false }
        let nodes = NodePagesWriter(columns, findings.blocks.tables, sites) { file.add($0) }
        let sorts = segments.sorts
        return file.finish(
            table: IndexTable.bytes(findings, segments.finished(late: findings.late), sorts, nodes.directory))
    }
}

extension RecordingCompletion {
    /// Puts an index into the recording at `path`, by which few of its blocks are read to answer for a few calls. One that has
    /// its own already stays as it is; so does a short one, a damaged one, and one without an end.
    ///
    /// - Parameters:
    ///   - path: the recording's file, which is replaced.
    ///   - least: fewer bytes are short.
    ///   - segmentSize: how many calls the index has in a segment.
    /// - Throws: ``TraceReadError``, and as ``init(of:at:)`` and ``write(_:)``.
    package static func addIndex(
        to path: String, least: Int = IndexFolder.usualLeast, segmentSize: Int = IndexFolder.usualSegmentSize
    ) throws {
        let bytes = try RecordingBytes(path: path)
        guard bytes.count >= least, !hasIndex(bytes), let folder = try? TemporaryDirectory(),
            let indexes = IndexFolder(folder.path("indexes"), least: least, segmentSize: segmentSize)
        else { return }
        var recording = try TraceRecording(contentsOf: path, named: nil, meter: nil, indexes: indexes)
        if recording.problem != nil, recording.blocks.additions.tail.has(.index) {
            // What is damaged may be the index.
            try RecordingCompletion(of: recording, at: path).write([:])
            recording = try TraceRecording(contentsOf: path, named: nil, meter: nil, indexes: indexes)
        }
        let tail = recording.blocks.additions.tail
        guard tail.recordingEnd != nil, let mark = tail.mark, let file = indexes.file(of: mark) else { return }
        try RecordingCompletion(of: recording, at: path).write([:], index: IndexBlocks(file, mark: mark))
    }

    /// Whether a recording has an index in itself of which every block is whole.
    private static func hasIndex(_ recording: RecordingBytes) -> Bool {
        guard let index = try? RecordingIndex(within: recording) else { return false }
        return (try? index.blocks.forEachPayload { _ in }) != nil
    }
}

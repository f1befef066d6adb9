/// Where the blocks of a recording lie that were made of it after it had ended, and where others may follow.
struct RecordingTail {
    /// A block that was made of the recording.
    struct Addition {
        /// The number of its kind, which this version may not know.
        var kind: UInt8
        /// Where its payload lies.
        var payload: Range<Int>

        init(_ head: BlockHead, at offset: Int) {
            kind = head.kind
            payload = offset..<offset + head.payload
        }
    }

    /// Where the recorder's own blocks end, as far as they are whole.
    private(set) var start = RecordingLayout.magic.count
    /// The number of the first block behind them.
    private(set) var number: UInt64 = 0
    /// The blocks from there on, in the order of the file.
    private(set) var additions: [Addition] = []
    /// The mark of the recording's blocks; nil where there is none.
    var mark: UInt64?
    /// Where the block of its end ends; nil where it has none.
    var recordingEnd: Int?

    /// Whether it has a block of a kind.
    func has(_ kind: RecordingLayout.BlockKind) -> Bool { additions.contains { $0.kind == kind.rawValue } }

    mutating func add(_ addition: Addition) { additions.append(addition) }

    /// Something else than an addition ends here: the tail begins behind it.
    mutating func end(at offset: Int, number: UInt64) {
        start = offset
        self.number = number
        additions.removeAll()
    }
}

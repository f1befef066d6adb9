/// The damage to a recording: which parts of it are missing.
struct RecordingDamage: Sendable {
    /// Whether the recording ended in good order.
    var hasEnd = false
    /// Whether the last block is not complete.
    var isCut = false
    /// How many bytes are damaged, and where the first of them is.
    private(set) var bytes = 0
    private(set) var firstOffset: Int?
    private(set) var places = 0

    mutating func add(from start: Int, to end: Int) {
        bytes += end - start
        places += 1
        if firstOffset == nil { firstOffset = start }
    }

    var isNone: Bool { hasEnd && bytes == 0 }
}

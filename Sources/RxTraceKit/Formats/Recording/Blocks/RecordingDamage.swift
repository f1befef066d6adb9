/// The damage to a recording: which parts of it are missing, and which are not its own.
struct RecordingDamage: Sendable {
    /// Whether the recording ended in good order.
    var hasEnd = false
    /// Whether the last block is not complete.
    var isCut = false
    /// How many bytes are damaged.
    private(set) var bytes = 0
    /// Where the first fault is.
    private(set) var firstOffset: Int?
    /// How many blocks are missing where no damaged bytes are, come twice, come behind later ones, or are of another
    /// recording.
    var missing = 0
    var repeated = 0
    var late = 0
    var foreign = 0

    mutating func add(from start: Int, to end: Int) {
        bytes += end - start
        note(at: start)
    }

    mutating func note(at offset: Int) { firstOffset = firstOffset ?? offset }

    var isNone: Bool { hasEnd && isOrderly }

    /// Whether all that was read is as it was written.
    var isOrderly: Bool { bytes == 0 && missing == 0 && repeated == 0 && late == 0 && foreign == 0 }

    /// The faults in words, such as `40 bytes are damaged and 2 blocks are missing at byte 1,024`.
    var words: String {
        var parts: [String] = []
        if bytes > 0 { parts.append(bytes == 1 ? "1 byte is damaged" : "\(Count.grouped(bytes)) bytes are damaged") }
        for (count, one, many) in [
            (missing, "is missing", "are missing"), (repeated, "is repeated", "are repeated"),
            (late, "is out of order", "are out of order"),
            (foreign, "is of another recording", "are of another recording"),
        ] where count > 0 {
            parts.append("\(Count.of(count, "block")) \(count == 1 ? one : many)")
        }
        let place = firstOffset.map { " at byte \(Count.grouped($0))" } ?? ""
        return (parts.count > 1 ? [parts.dropLast().joined(separator: ", "), parts[parts.count - 1]] : parts)
            .joined(separator: " and ") + place
    }
}

/// What keeps a recording small however long it runs.
struct RecordingLimits {
    /// How much of its end is kept; nil for all of it.
    var last: RecordingOptions.Length?
    /// How many bytes its file may have; nil for any.
    var fileBytes: Int?

    var areAny: Bool { last != nil || fileBytes != nil }
}

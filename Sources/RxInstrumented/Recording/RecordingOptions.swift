import CTraceBuffer

/// What a recording keeps.
public struct RecordingOptions: Sendable {
    /// Which calls belong to a recording.
    public enum Scope: Sendable {
        /// All calls that are made while it runs, on any thread.
        case process
        /// Calls of the thread that records, and the work they schedule, on whichever thread that runs: what other
        /// threads do at the same time on their own account is left out. Tests that run side by side want this.
        case caused
    }

    /// How much of the events' values is kept.
    public var values: RecordedValues
    public var scope: Scope
    /// How many bytes of records are kept at most; a record has 32. Calls beyond are counted as dropped.
    public var byteLimit: Int

    public init(values: RecordedValues = .short, scope: Scope = .process, byteLimit: Int = 4 << 30) {
        self.values = values
        self.scope = scope
        self.byteLimit = byteLimit
    }

    /// As many of the recorder's pieces of memory.
    var chunkLimit: UInt64 { UInt64(max(1, byteLimit / Int(TRACE_CHUNK_BYTES))) }
}

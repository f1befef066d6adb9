/// Which calls of a recording make up a trace.
package struct RecordingExtent: Sendable {
    /// Where the blocks begin that hold these calls; 0 for the whole recording.
    package var offset: Int
    /// Calls that started before, in ticks, are left out.
    package var start: UInt64
    /// Where given, only calls of the thread with this key are taken, and the work they scheduled.
    package var causedBy: UInt?
    /// Where given, the calls of the thread with this key are one sequence, though it may be one of a pool.
    package var sequence: UInt?

    package init(offset: Int = 0, start: UInt64 = 0, causedBy: UInt? = nil, sequence: UInt? = nil) {
        self.offset = offset
        self.start = start
        self.causedBy = causedBy
        self.sequence = sequence
    }
}

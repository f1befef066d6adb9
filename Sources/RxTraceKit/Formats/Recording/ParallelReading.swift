import Foundation

/// How many threads read a long recording at once, and how much each reads at a time.
package struct ParallelReading: Sendable {
    /// The threads, the caller's with them: as many as there are processors.
    package var threads = ProcessInfo.processInfo.activeProcessorCount
    /// Recordings of fewer bytes are read by one.
    package var least = IndexFolder.usualLeast
    /// How many calls are read at a time.
    package var segmentSize = IndexFolder.usualSegmentSize

    package init() {}
}

import Synchronization

/// A recording that is still written, of which parts are read as traces.
///
/// Its definitions are read as they come, each once, and kept for the parts to come: a part takes as long as its own
/// calls do, whatever was recorded before it.
package final class RunningRecording: Sendable {
    private struct State {
        var definitions = RecordingBlocks.definitions
        var sites: SiteResolver?

        /// Where the stacks lead that there are by now.
        mutating func findSites() -> SiteResolver? {
            guard let about = definitions.about else { return nil }
            let found = sites ?? TraceRecording.sites(of: definitions, about, nil)
            found.resume(with: definitions.tables.stacks, .images(definitions.images))
            sites = found
            return found
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// The part of the recording in `extent`, which begins at an offset.
    ///
    /// - Parameter bytes: the recording so far.
    /// - Throws: ``TraceReadError`` where the bytes cannot be read.
    package func part(
        _ extent: RecordingExtent, of bytes: RecordingBytes, named name: String
    ) throws(TraceReadError) -> TraceRecording {
        try TraceRecording(named: name, extent: extent) {
            try state.withLock { state in
                try state.definitions.resume(with: bytes)
                return (
                    try RecordingBlocks(bytes, from: extent.offset, definitions: state.definitions), state.findSites()
                )
            }
        }
    }
}

extension Trace.Run {
    /// nil where the recording does not tell of its run.
    init?(_ about: RecordingAbout, _ blocks: RecordingBlocks, _ clock: RecordingClock, extent: RecordingExtent) {
        guard let run = about.run else { return nil }
        // A part of a recording is a trace of its own.
        let part = extent.offset > 0 ? "\(run.identity) \(extent.start)" : nil
        self.init(
            identity: part.map { SpanIdentity.hexadecimal(SHA256.digest(of: Array($0.utf8)).prefix(16).map { $0 }) }
                ?? run.identity,
            process: about.process, host: run.host, start: run.clockStart &+ clock.start, parent: blocks.parent)
    }
}

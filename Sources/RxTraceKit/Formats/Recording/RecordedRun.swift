extension Trace.Run {
    init(_ about: RecordingAbout, _ blocks: RecordingBlocks, _ clock: RecordingClock, extent: RecordingExtent) {
        let run = about.run
        // A part of a recording is a trace of its own.
        let part = extent.offset > 0 ? "\(run.identity) \(extent.start)" : nil
        self.init(
            identity: part.map { SpanIdentity.hexadecimal(SHA256.digest(of: Array($0.utf8)).prefix(16).map { $0 }) }
                ?? run.identity,
            process: about.process, host: run.host, start: run.clockStart &+ clock.start, parent: blocks.parent)
    }
}

/// Turns the recorder's ticks into nanoseconds since the recording's start.
struct RecordingClock: Sendable {
    private let origin: UInt64
    private let nanosecondsPerTick: Double
    /// When the last block was written, in nanoseconds since the start; nil where that is not known.
    let end: UInt64?

    init(_ about: RecordingAbout, _ blocks: RecordingBlocks, extent: RecordingExtent) {
        origin = max(about.startTicks, extent.start)
        // A short recording says little of the clock's rate; the time since the process began says more.
        let ticks = blocks.lastTicks &- about.processTicks
        let isKnown = blocks.lastTicks > about.processTicks && blocks.lastNanoseconds > about.processNanoseconds
        nanosecondsPerTick =
            isKnown ? Double(blocks.lastNanoseconds - about.processNanoseconds) / Double(ticks) : 1
        end =
            blocks.lastTicks > origin ? UInt64(Double(blocks.lastTicks - origin) * nanosecondsPerTick) : nil
    }

    func nanoseconds(at ticks: UInt64) -> UInt64 {
        nanoseconds(in: ticks < origin ? 0 : ticks - origin)
    }

    func nanoseconds(in ticks: UInt64) -> UInt64 {
        UInt64(Double(ticks) * nanosecondsPerTick)
    }
}

/// Turns the recorder's ticks into nanoseconds since the recording's start.
struct RecordingClock: Sendable {
    private let origin: UInt64
    private let nanosecondsPerTick: Double
    /// When the recording starts, by the clock of ``RecordingAbout/processNanoseconds``.
    let start: UInt64
    /// When the last block was written, in nanoseconds since the start; nil where that is not known.
    let end: UInt64?

    init(_ about: RecordingAbout, _ blocks: RecordingBlocks, extent: RecordingExtent) {
        origin = max(about.startTicks, extent.start)
        // A short recording says little of the clock's rate; the time since the process began says more.
        let ticks = blocks.lastTicks &- about.processTicks
        let isKnown = blocks.lastTicks > about.processTicks && blocks.lastNanoseconds > about.processNanoseconds
        nanosecondsPerTick =
            isKnown ? Double(blocks.lastNanoseconds - about.processNanoseconds) / Double(ticks) : 1
        let sinceProcess = origin > about.processTicks ? origin - about.processTicks : 0
        start = about.processNanoseconds &+ Self.nanoseconds(sinceProcess, nanosecondsPerTick)
        end = blocks.lastTicks > origin ? Self.nanoseconds(blocks.lastTicks - origin, nanosecondsPerTick) : nil
    }

    /// No program runs for longer, some seventy years: a greater number is damage.
    private static let longest = Double(1 << 61 as UInt64)

    private static func nanoseconds(_ ticks: UInt64, _ rate: Double) -> UInt64 {
        UInt64(min(Double(ticks) * rate, longest))
    }

    func nanoseconds(at ticks: UInt64) -> UInt64 {
        nanoseconds(in: ticks < origin ? 0 : ticks - origin)
    }

    func nanoseconds(in ticks: UInt64) -> UInt64 {
        Self.nanoseconds(ticks, nanosecondsPerTick)
    }
}

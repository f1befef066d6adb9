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
    private static let longest = Double(1 << 61 as Int64)

    // Signed numbers take one instruction each way; no program's ticks reach beyond them.
    @inline(__always)
    private static func nanoseconds(_ ticks: UInt64, _ rate: Double) -> UInt64 {
        UInt64(Int64(min(Double(Int64(clamping: ticks)) * rate, longest)))
    }

    @inline(__always)
    func nanoseconds(at ticks: UInt64) -> UInt64 {
        nanoseconds(in: ticks < origin ? 0 : ticks - origin)
    }

    @inline(__always)
    func nanoseconds(in ticks: UInt64) -> UInt64 {
        Self.nanoseconds(ticks, nanosecondsPerTick)
    }
}

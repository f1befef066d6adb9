import CTraceBuffer

/// Turns the recorder's ticks into nanoseconds since the recording's start.
struct TraceClock {
    /// When the recording started, in ticks.
    let origin: UInt64
    private let nanosecondsPerTick: Double

    init(from start: trace_clock, to end: trace_clock) {
        origin = start.ticks
        // A short recording says little of the clock's rate; the time since the process began says more.
        let first = trace_process_clock
        let ticks = end.ticks &- first.ticks
        nanosecondsPerTick = ticks == 0 ? 1 : Double(end.nanoseconds - first.nanoseconds) / Double(ticks)
    }

    func nanoseconds(at ticks: UInt64) -> UInt64 {
        nanoseconds(in: ticks < origin ? 0 : ticks - origin)
    }

    func nanoseconds(in ticks: UInt64) -> UInt64 {
        UInt64(Double(ticks) * nanosecondsPerTick)
    }
}

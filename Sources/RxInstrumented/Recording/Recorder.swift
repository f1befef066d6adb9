import CTraceBuffer
import Foundation
import Synchronization
public import TraceKit

extension Trace {
    /// Records what reactive code does while `body` runs.
    ///
    /// ```swift
    /// let trace = Trace.record("doubling") {
    ///     _ = Observable.of(1, 2).map { $0 * 2 }.subscribe(onNext: { print($0) })
    /// }
    /// print(TreeRenderer().string(from: trace))
    /// ```
    ///
    /// Calls made on all threads are recorded unless the options say otherwise. Work that is to be part of the trace
    /// has to be done when `body` returns. There is one recorder in a process: a second recording waits for the first
    /// to end; one inside another is a programming error.
    ///
    /// - Parameter scenario: the trace's name.
    /// - Throws: what `body` throws; the recording is then discarded.
    public static func record(
        _ scenario: String, options: RecordingOptions = RecordingOptions(), _ body: () throws -> Void
    ) rethrows -> Trace {
        let recording = Recording.begin(options)
        do {
            try body()
        } catch {
            recording.discard()
            throw error
        }
        return recording.end(scenario: scenario)
    }
}

/// A recording that runs. There is at most one.
package struct Recording {
    private static let turn = DispatchSemaphore(value: 1)
    private static let owner = Atomic<UInt>(0)

    private let options: RecordingOptions
    private let epoch: UInt32
    private let start: trace_clock

    /// Waits until no other recording runs, and starts one.
    package static func begin(_ options: RecordingOptions) -> Recording {
        let mark = UInt(trace_thread_mark())
        precondition(
            owner.load(ordering: .relaxed) != mark,
            "a recording runs on this thread already: end it before another begins (is RXTRACE set?)")
        turn.wait()
        owner.store(mark, ordering: .relaxed)
        RecordedValues.current.store(options.values.rawValue, ordering: .relaxed)
        let start = trace_read_clock()
        let chunks = max(1, options.byteLimit / Int(TRACE_CHUNK_BYTES))
        return Recording(options: options, epoch: trace_start(UInt64(chunks)), start: start)
    }

    /// Ends the recording and gives what it holds.
    package func end(scenario: String) -> Trace {
        trace_stop()
        let clock = TraceClock(from: start, to: trace_read_clock())
        let records = RecordReader.readAll(epoch: epoch)
        let trace = TraceBuilder(records: records, clock: clock, options: options).build(scenario: scenario)
        Self.leave()
        return trace
    }

    /// Ends the recording and drops what it holds.
    package func discard() {
        trace_stop()
        Self.leave()
    }

    private static func leave() {
        owner.store(0, ordering: .relaxed)
        turn.signal()
    }
}

/// Turns the recorder's ticks into nanoseconds since the recording's start.
struct TraceClock {
    private let origin: UInt64
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

import CTraceBuffer
import Foundation
import Synchronization
import TraceKit

/// What a recording gives; import `TraceKit` to render or compare it.
public typealias Trace = TraceKit.Trace

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
    /// has to be done when `body` returns. One recorder serves the process: a recording on another thread waits for the
    /// one that runs to end; one inside another, or in a process that `RXTRACE` records, gets its part of that one (and
    /// keeps its values as that one does).
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

/// A recording that runs.
package struct Recording {
    // Held by the recording that started the recorder; those inside it are parts of it.
    private static let turn = DispatchSemaphore(value: 1)
    private static let owner = Atomic<UInt>(0)

    private let options: RecordingOptions
    private let epoch: UInt32
    private let start: trace_clock
    private let isPart: Bool

    /// Starts a recording: waits until none of another thread's runs.
    package static func begin(_ options: RecordingOptions) -> Recording {
        let mark = UInt(trace_thread_mark())
        let start = trace_read_clock()
        if trace_process_epoch != 0 || owner.load(ordering: .relaxed) == mark {
            return Recording(options: options, epoch: trace_current_epoch(), start: start, isPart: true)
        }
        turn.wait()
        owner.store(mark, ordering: .relaxed)
        RecordedValues.current.store(options.values.rawValue, ordering: .relaxed)
        let chunks = max(1, options.byteLimit / Int(TRACE_CHUNK_BYTES))
        return Recording(
            options: options, epoch: trace_start(UInt64(chunks)), start: trace_read_clock(), isPart: false)
    }

    /// The recording of the whole process, which `RXTRACE` started.
    static func ofProcess() -> Recording {
        Recording(
            options: RecordingOptions(), epoch: trace_process_epoch, start: trace_process_clock, isPart: false)
    }

    /// Ends the recording and gives what it holds.
    package func end(scenario: String) -> Trace {
        if !isPart { trace_stop() }
        let clock = TraceClock(from: start, to: trace_read_clock())
        let records = RecordReader.readAll(epoch: epoch)
        let trace = TraceBuilder(records: records, clock: clock, options: options).build(scenario: scenario)
        leave()
        return trace
    }

    /// How many bytes of records it holds so far.
    package var recordedBytes: Int { Int(trace_recorded_bytes(epoch)) }

    /// Ends the recording and drops what it holds.
    package func discard() {
        if !isPart { trace_stop() }
        leave()
    }

    private func leave() {
        guard !isPart, Self.owner.exchange(0, ordering: .relaxed) != 0 else { return }
        Self.turn.signal()
    }
}

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
    private let start: trace_clock
    private let isPart: Bool
    private let writer: RecordingWriter

    /// Starts a recording: waits until none of another thread's runs.
    package static func begin(_ options: RecordingOptions) -> Recording {
        begin(options, scenario: "", output: RecordingOutput(), flusher: nil)
    }

    /// Whether the calling thread's next recording would be a part of one that runs.
    static var isRunningHere: Bool {
        ProcessRecording.current != nil || owner.load(ordering: .relaxed) == UInt(trace_thread_mark())
    }

    /// - Parameters:
    ///   - output: where the recording goes, unless it becomes a part of one that runs.
    ///   - flusher: what writes it there while it runs; nil to write it at the end.
    static func begin(
        _ options: RecordingOptions, scenario: String, output: RecordingOutput, flusher: RecordingFlusher?
    ) -> Recording {
        let mark = UInt(trace_thread_mark())
        if let process = ProcessRecording.current {
            return Recording(options: options, start: trace_read_clock(), isPart: true, writer: process.writer)
        }
        if owner.load(ordering: .relaxed) == mark, let around = running.withLock({ $0 }) {
            return Recording(options: options, start: trace_read_clock(), isPart: true, writer: around)
        }
        turn.wait()
        owner.store(mark, ordering: .relaxed)
        RecordedValues.current.store(options.values.rawValue, ordering: .relaxed)
        let chunks = UInt64(max(1, options.byteLimit / Int(TRACE_CHUNK_BYTES)))
        let start = trace_read_clock()
        let about = RecordingAbout.ofThisProcess(
            scenario: scenario, startTicks: start.ticks, hasValues: flusher == nil || options.values != .none)
        let writer =
            flusher?.start(about, into: output, chunks: chunks)
            ?? RecordingWriter(epoch: trace_start(chunks, nil), about: about, output: output)
        running.withLock { $0 = writer }
        return Recording(options: options, start: start, isPart: false, writer: writer)
    }

    private static let running = Lock<RecordingWriter?>(nil)

    /// Ends the recording and gives what it holds.
    package func end(scenario: String) -> Trace {
        if !isPart { trace_stop() }
        let mark = options.scope == .caused ? UInt(trace_thread_mark()) : nil
        let extent = RecordingExtent(start: start.ticks, causedBy: mark)
        defer { leave() }
        do {
            let bytes = try writer.contents()
            let recording = try TraceRecording(bytes, named: scenario, extent: extent, symbolicator: .live)
            return try AdjustedTrace(recording, scenario: scenario, hasValues: options.values != .none).trace()
        } catch {
            // The recording of a whole process may be in a file that somebody took away.
            RecordingReport.write("the trace of \(scenario) could not be read back: \(error)")
            return Trace(scenario: scenario)
        }
    }

    /// Ends the recording and writes what is left of it.
    func finish(_ flusher: RecordingFlusher) {
        flusher.finish()
        leave()
    }

    /// How many bytes of records it holds so far.
    package var recordedBytes: Int { Int(trace_recorded_bytes(writer.epoch)) }

    /// Ends the recording and drops what it holds.
    package func discard() {
        if !isPart { trace_stop() }
        leave()
    }

    private func leave() {
        guard !isPart, Self.owner.exchange(0, ordering: .relaxed) != 0 else { return }
        Self.running.withLock { $0 = nil }
        Self.turn.signal()
    }
}

extension RecordingAbout {
    /// - Parameter startTicks: when the recording starts.
    static func ofThisProcess(scenario: String, startTicks: UInt64, hasValues: Bool) -> RecordingAbout {
        RecordingAbout(
            scenario: scenario, process: Int(ProcessInfo.processInfo.processIdentifier),
            processTicks: trace_process_clock.ticks, processNanoseconds: trace_process_clock.nanoseconds,
            startTicks: startTicks, operations: Trace.Operation.allCases.map(\.name),
            labels: HandlerLabel.allCases.map(\.name), roles: Trace.Role.allCases.map(\.name),
            libraryFolders: LibrarySources.libraryFolders, sourceFolders: LibrarySources.sourceFolders,
            hasValues: hasValues)
    }
}

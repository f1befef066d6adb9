import CRxTraceBuffer
import Foundation
import RxTraceKit

/// What a recording gives; import `RxTraceKit` to render or compare it.
public typealias Trace = RxTraceKit.Trace

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

extension RecordingAbout {
    /// - Parameter startTicks: when the recording starts.
    static func ofThisProcess(scenario: String, startTicks: UInt64 = rxtrace_ticks(), hasValues: Bool) -> RecordingAbout
    {
        RecordingAbout(
            scenario: scenario, process: Int(ProcessInfo.processInfo.processIdentifier),
            processTicks: rxtrace_process_clock.ticks, processNanoseconds: rxtrace_process_clock.nanoseconds,
            startTicks: startTicks, operations: Trace.Operation.allCases.map(\.name),
            labels: HandlerLabel.allCases.map(\.name), roles: Trace.Role.allCases.map(\.name),
            libraryFolders: LibrarySources.libraryFolders, sourceFolders: LibrarySources.sourceFolders,
            hasValues: hasValues)
    }
}

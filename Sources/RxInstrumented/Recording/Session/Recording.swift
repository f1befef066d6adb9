import CRxTraceBuffer
import Foundation
import RxTraceKit

/// A running recording, or a part of one.
package struct Recording {
    private let options: RecordingOptions
    let writer: RecordingWriter
    /// Writes the recording while it runs. nil for one whose records stay in memory until the end, and for a part.
    private let flusher: RecordingFlusher?
    /// Whether the recording has a file of its own.
    let isInFile: Bool
    /// For a part of another recording, the offset of its first block. nil otherwise.
    private let part: Int?
    private let start: rxtrace_clock
    /// The key of the thread that began the recording.
    private let key = UInt(rxtrace_thread_key())
    private let forks = rxtrace_fork_count()
    /// Whether that thread records a closure: the thread's calls then form one sequence even if it is a pool's.
    private var isInClosure = false

    private init(
        _ options: RecordingOptions, _ writer: RecordingWriter, flusher: RecordingFlusher? = nil,
        isInFile: Bool = false
    ) {
        self.options = options
        self.writer = writer
        self.flusher = flusher
        self.isInFile = isInFile
        part = nil
        start = rxtrace_read_clock()
    }

    /// Begins a part of the recording that `writer` writes.
    private init(_ options: RecordingOptions, partOf writer: RecordingWriter) {
        self.options = options
        self.writer = writer
        flusher = nil
        isInFile = false
        // In this order: calls that start later than the clock says are written behind the offset.
        part = writer.beginReadPart()
        start = rxtrace_read_clock()
    }

    /// Begins a recording in memory, or a part of the running one if possible. Otherwise waits until another thread's
    /// recording has ended.
    package static func begin(_ options: RecordingOptions) -> Recording {
        var recording =
            if let process = ProcessRecording.current {
                Recording(options, partOf: process.writer)
            } else {
                RecordingTurn.wait {
                    open(options)
                } part: {
                    Recording(options, partOf: $0)
                }
            }
        recording.isInClosure = true
        return recording
    }

    /// Begins a recording in the file at `path`. Waits until another thread's recording has ended.
    ///
    /// - Throws: ``RecordingError`` if the file cannot be written, or if the recording would be a part of another one.
    static func begin(_ options: RecordingOptions, scenario: String, to path: String) throws -> Recording {
        if ProcessRecording.current != nil { throw RecordingError.inside(path) }
        return try RecordingTurn.wait {
            try open(options, scenario: scenario, to: path)
        } part: { _ in
            throw RecordingError.inside(path)
        }
    }

    /// Starts a recording that no thread owns, in memory or in the file at `path`, without waiting.
    ///
    /// - Throws: ``RecordingError`` if the file cannot be written, or if another recording runs.
    static func start(_ options: RecordingOptions, scenario: String, to path: String?) throws -> Recording {
        if let process = ProcessRecording.current {
            if let path { throw RecordingError.inside(path) }
            return Recording(options, partOf: process.writer)
        }
        let recording = try RecordingTurn.take {
            try path.map { try open(options, scenario: scenario, to: $0) } ?? open(options)
        }
        guard let recording else { throw RecordingError.busy(scenario) }
        return recording
    }

    private static func open(_ options: RecordingOptions) -> Recording {
        let about = RecordingAbout.ofThisProcess(scenario: "", hasValues: true)
        let output = RecordingOutput()
        if options.isLimited {
            // Written while it runs, because records that will be dropped need not stay in memory.
            let flusher = RecordingFlusher()
            return Recording(options, flusher.start(options, about, into: output), flusher: flusher)
        }
        let epoch = rxtrace_start(options.chunkLimit, options.apply(), nil)
        let writer = RecordingWriter(epoch: epoch, options, about: about, output: output)
        return Recording(options, writer)
    }

    private static func open(_ options: RecordingOptions, scenario: String, to path: String) throws -> Recording {
        let output = RecordingOutput(try file(path))
        let about = RecordingAbout.ofThisProcess(scenario: scenario, hasValues: options.values != .none)
        let flusher = RecordingFlusher()
        let writer = flusher.start(options, about, into: output)
        return Recording(options, writer, flusher: flusher, isInFile: true)
    }

    private static func file(_ path: String) throws -> RecordedFile {
        do {
            return try RecordedFile(path)
        } catch {
            throw RecordingError(error, path)
        }
    }

    /// Whether the recording was begun by this process, and not by a parent that was forked.
    var isOurs: Bool { forks == rxtrace_fork_count() }

    /// Ends the recording and returns its trace.
    package func end(scenario: String) -> Trace {
        guard isOurs else { return Trace(scenario: scenario) }
        stop()
        let isCaused = options.scope == .caused
        let extent = RecordingExtent(
            offset: part ?? 0, start: start.ticks, causedBy: isCaused ? key : nil,
            sequence: isCaused || isInClosure ? key : nil)
        defer { leave() }
        guard writer.hasMemoryToRead else {
            let text = "the trace of \(scenario) is not kept: the process's limits leave too little memory"
            ErrorLine.write("\(text) (ulimit -v, ulimit -d)")
            return Trace(scenario: scenario, drops: Trace.Drops(memory: writer.callCount))
        }
        do {
            let recording = try writer.recording(extent, named: scenario)
            return try AdjustedTrace(recording, scenario: scenario, hasValues: options.values != .none).trace()
        } catch {
            ErrorLine.write("the trace of \(scenario) could not be read back: \(error)")
            return Trace(scenario: scenario)
        }
    }

    /// Ends the recording and writes its last records to the file.
    func finish() {
        guard isOurs else { return }
        flusher?.finish()
        leave()
    }

    /// How many bytes of records are in memory.
    package var recordedBytes: Int { Int(rxtrace_recorded_bytes(writer.epoch)) }

    /// Ends the recording and drops its records.
    package func discard() {
        guard isOurs else { return }
        stop()
        leave()
    }

    private func stop() {
        if let flusher { flusher.finish() } else if part == nil { rxtrace_stop() }
    }

    private func leave() {
        if part == nil { RecordingTurn.leave(writer) }
    }
}

/// Why a recording could not be started or stopped, and what to do.
///
/// ```swift
/// do {
///     try Trace.start("search", to: "/no such folder/search.rxtrace")
/// } catch {
///     print(error)
/// }
/// // cannot record into /no such folder/search.rxtrace: No such file or directory. Give another path.
/// ```
public struct RecordingError: Error, CustomStringConvertible, Sendable {
    public let description: String

    private init(_ description: String) {
        self.description = description
    }

    init(_ failure: RecordedFile.Failure, _ path: String) {
        self.init("cannot record into \(path): \(failure). Give another path.")
    }

    /// A recording to a file was started within another recording.
    static func inside(_ path: String) -> RecordingError {
        RecordingError(
            "cannot record into \(path): another recording runs around this one. End that first, or record without a "
                + "file.")
    }

    static func busy(_ scenario: String) -> RecordingError {
        RecordingError("cannot start '\(scenario)': another recording runs. End that first.")
    }

    static let notStarted = RecordingError("there is no recording to stop. Call Trace.start first.")
}

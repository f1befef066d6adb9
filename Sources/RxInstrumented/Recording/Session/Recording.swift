import CRxTraceBuffer
import Foundation
import RxTraceKit

/// A recording that runs.
package struct Recording {
    private let options: RecordingOptions
    let writer: RecordingWriter
    /// Writes it while it runs; nil for one that stays as it is recorded until its end, and for a part of another.
    private let flusher: RecordingFlusher?
    /// Whether it goes into a file of its own.
    let isInFile: Bool
    /// Where the blocks of this part of another recording begin in it; nil for one that is none.
    private let part: Int?
    private let start: rxtrace_clock
    /// The thread that began it.
    private let key = UInt(rxtrace_thread_key())
    private let forks = rxtrace_fork_count()
    /// Whether that thread is in a closure that is recorded: its calls are one sequence, whoever's thread it is.
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

    /// A part of the recording that `writer` writes.
    private init(_ options: RecordingOptions, partOf writer: RecordingWriter) {
        self.options = options
        self.writer = writer
        flusher = nil
        isInFile = false
        // In this order: what starts from now on is written later.
        part = writer.beginReadPart()
        start = rxtrace_read_clock()
    }

    /// Begins a recording in memory: waits until none of another thread's runs, unless it can be a part of the one that
    /// runs.
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

    /// Begins a recording in the file at `path`: waits until none of another thread's runs.
    ///
    /// - Throws: ``RecordingError``, where one runs that this would be a part of, too.
    static func begin(_ options: RecordingOptions, scenario: String, to path: String) throws -> Recording {
        if ProcessRecording.current != nil { throw RecordingError.inside(path) }
        return try RecordingTurn.wait {
            try open(options, scenario: scenario, to: path)
        } part: { _ in
            throw RecordingError.inside(path)
        }
    }

    /// Starts a recording that no thread owns, in memory or in the file at `path`.
    ///
    /// - Throws: ``RecordingError``, where one runs, too.
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
            // Records that are not to be kept are not waited for.
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

    /// Whether it is this process's, rather than that of the one it was forked from.
    var isOurs: Bool { forks == rxtrace_fork_count() }

    /// Ends the recording and gives its trace.
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

    /// Ends the recording and writes the rest of it to its file.
    func finish() {
        guard isOurs else { return }
        flusher?.finish()
        leave()
    }

    /// How many bytes of records it holds so far.
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

/// Why a recording was not started or ended, and the way out.
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

    /// A file of its own was asked for a part of another recording.
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

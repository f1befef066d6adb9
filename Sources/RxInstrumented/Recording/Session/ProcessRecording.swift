import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The recording of a whole process, for `RXTRACE=FILE` or `RXTRACE_OTLP=URL` in the environment.
///
/// If FILE ends in `.json` or `.jsonl`, the trace document or JSON Lines are made at exit, from a recording beside it.
/// If another process records into FILE, or this one did before an `exec`, the name gets the process's id.
final class ProcessRecording: @unchecked Sendable {
    private static let running = Lock<ProcessRecording?>(nil)

    /// The running recording. nil if the process is not recorded as a whole.
    static var current: ProcessRecording? {
        rxtrace_process_file == nil ? nil : running.withLock { $0 }
    }

    let writer: RecordingWriter
    private let names: Names
    /// The recording's file. Used at the process's start and end only.
    private let recorded: RecordedFile
    private let flusher: RecordingFlusher
    /// Posts the recording's spans while the file is written. nil if they are not wanted.
    private let stream: SpanStream?
    /// Held by the thread that ends the recording. If the process ends in two ways at once, the second waits.
    private let ending = NSLock()
    private var hasEnded = false

    private enum Format {
        case recording, json, jsonLines
    }

    /// The names of the requested file and of its recording, which may be the same.
    private struct Names {
        let file: String
        let format: Format

        init(_ file: String) {
            self.file = file
            format = file.hasSuffix(".jsonl") ? .jsonLines : file.hasSuffix(".json") ? .json : .recording
        }

        var recording: String { format == .recording ? file : file + ".rxtrace" }

        /// The names with this process's id, and from the second attempt on with the attempt's number.
        func ofThisProcess(attempt: Int) -> Names {
            let number = "\(ProcessInfo.processInfo.processIdentifier)" + (attempt == 1 ? "" : ".\(attempt)")
            let type = (file as NSString).pathExtension
            return Names((file as NSString).deletingPathExtension + ".\(number)" + (type.isEmpty ? "" : ".\(type)"))
        }
    }

    static func start(file: String?) {
        guard let file else {
            // Decoding the name with replacements would give another file.
            return ErrorLine.write("this process is not recorded: RXTRACE is no UTF-8 text. Set it to another path.")
        }
        guard let options = options() else { return }
        let isKept = !file.isEmpty
        guard isKept || mayStream(options), let (names, recorded) = open(Names(isKept ? file : passingFile)) else {
            return
        }
        // Unlinked while open, so that the file goes with the process however that ends.
        defer { if !isKept { unlink(names.recording) } }
        recorded.staysLocked = true
        let about = RecordingAbout.ofThisProcess(
            scenario: CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "process",
            startTicks: rxtrace_process_clock.ticks, hasValues: options.values != .none)
        let flusher = RecordingFlusher { current?.finish() ?? $0.finish() }
        let stream = stream(of: names, recorded, options, isKept: isKept)
        guard isKept || stream != nil else { return }
        if let stream {
            flusher.threadBegan = { stream.begin() }
            flusher.mayLeave = { stream.leave(isLast: false) }
        }
        let writer = flusher.start(options, about, into: RecordingOutput(recorded))
        running.withLock {
            $0 = ProcessRecording(writer: writer, names: names, recorded: recorded, flusher: flusher, stream: stream)
        }
    }

    /// The file of a recording of which only the spans are wanted.
    private static var passingFile: String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        return "\(folder)/rxtrace-\(getpid())-\(UInt32.random(in: .min ... .max)).rxtrace"
    }

    /// Whether spans can be posted. If not, reports why.
    private static func mayStream(_ options: RecordingOptions) -> Bool {
        guard options.last != nil else { return true }
        ErrorLine.write(
            "no spans are posted: \(RecordingVariables.collector) goes through all of a recording. "
                + "Leave out \(RecordingVariables.Name.last.rawValue).")
        return false
    }

    private static func stream(
        of names: Names, _ recorded: RecordedFile, _ options: RecordingOptions, isKept: Bool
    ) -> SpanStream? {
        let url = getenv(RecordingVariables.collector).map { String(cString: $0) } ?? ""
        guard !url.isEmpty, mayStream(options) else { return nil }
        let passing = isKept ? nil : PassingFile(recorded)
        return SpanStream(
            url, file: names.recording,
            of: SpanStream.Source(
                allBefore: { current?.writer.allBefore ?? 0 }, callCount: { current?.writer.callCount ?? 0 },
                wasRead: { passing?.wasRead($0, rest: $1) }))
    }

    private init(
        writer: RecordingWriter, names: Names, recorded: RecordedFile, flusher: RecordingFlusher, stream: SpanStream?
    ) {
        self.stream = stream
        self.writer = writer
        self.names = names
        self.recorded = recorded
        self.flusher = flusher
    }

    /// The options that the environment sets. Reports a variable that cannot be read, and returns nil.
    private static func options() -> RecordingOptions? {
        do throws(RecordingVariables.Failure) {
            return try RecordingVariables.ofProcess.options()
        } catch {
            ErrorLine.write("this process is not recorded: \(error.name.rawValue): \(error)")
            return nil
        }
    }

    /// How many names are tried if files are in use.
    private static let attempts = 1_000

    private static func open(_ wished: Names) -> (Names, RecordedFile)? {
        var names = wished
        var attempt = 0
        while true {
            do throws(RecordedFile.Failure) {
                if names.format != .recording { try DocumentFile(names.file).expectOurs() }
                return (names, try RecordedFile(names.recording))
            } catch {
                attempt += 1
                guard error.isInUse, attempt < attempts else {
                    ErrorLine.write(
                        "cannot write the trace to \(names.file): \(error). Set RXTRACE to another path.")
                    return nil
                }
                names = wished.ofThisProcess(attempt: attempt)
            }
        }
    }

    /// Ends the recording as the process exits: writes the remaining records. Only the first call does so.
    func finish() {
        ending.withLock {
            if !hasEnded { end() }
            hasEnded = true
        }
    }

    private func end() {
        flusher.finish {
            convert()
            stream?.leave(isLast: true)
            // The file stays locked while it is read.
            recorded.unlock()
        }
    }

    private func convert() {
        guard names.format != .recording else { return }
        do {
            try writeDocument()
            unlink(names.recording)
        } catch {
            ErrorLine.write("the trace in \(names.file) is not complete: \(error). It is in \(names.recording).")
        }
    }

    private func writeDocument() throws {
        var status = stat()
        // Nodes and subscriptions take several times as much memory as in the file.
        let size = stat(names.recording, &status) == 0 ? UInt64(clamping: status.st_size) : 0
        guard rxtrace_may_take(4 * size + (16 << 20)) else { throw MemoryIsShort() }
        let trace = try TraceRecording(contentsOf: names.recording)
        let renderer: any TraceRenderer = names.format == .jsonLines ? JSONLinesRenderer() : JSONRenderer()
        try DocumentFile(names.file).replace { output in
            try renderer.render(trace, to: output)
            SiteLookup.shared.endTool()
        }
    }
}

/// The process's limits leave too little memory to make the document.
private struct MemoryIsShort: Error, CustomStringConvertible {
    var description: String { "the process's limits leave too little memory (ulimit -v, ulimit -d)" }
}

/// Called before the program's code runs.
@_cdecl("rxtrace_process_begins")
func processBegins() {
    ErrorLine.remember()
    if let file = rxtrace_process_file { ProcessRecording.start(file: String(validatingCString: file)) }
}

/// Called as the process exits.
@_cdecl("rxtrace_process_ends")
func processEnds() {
    ProcessRecording.current?.finish()
}

extension RecordingAbout {
    /// Describes this process for the head of a recording that starts at `startTicks`.
    static func ofThisProcess(scenario: String, startTicks: UInt64 = rxtrace_ticks(), hasValues: Bool) -> RecordingAbout
    {
        RecordingAbout(
            scenario: scenario, process: processNumber, run: .ofThisProcess(),
            processTicks: rxtrace_process_clock.ticks, processNanoseconds: rxtrace_process_clock.nanoseconds,
            startTicks: startTicks, operations: Trace.Operation.allCases.map(\.name),
            labels: HandlerLabel.allCases.map(\.name) + HopLabel.allCases.map(\.rawValue),
            roles: Trace.Role.allCases.map(\.name),
            behaviors: Trace.Behavior.allCases.map(\.name),
            closures: HandlerLabel.allCases.map { $0.kinds.map(\.name).sorted() },
            libraryFolders: LibrarySources.libraryFolders, sourceFolders: LibrarySources.sourceFolders,
            hasValues: hasValues, order: rxtrace_order.flatMap { String(validatingCString: $0) })
    }
}

/// The process's id. Always 1 in a process whose threads are under control, so that its recording is the same each
/// time.
private var processNumber: Int {
    rxtrace_is_time_virtual() ? 1 : Int(ProcessInfo.processInfo.processIdentifier)
}

extension RecordedRun {
    /// A run with a random identity. Under control, random numbers are the same each time.
    static func ofThisProcess() -> RecordedRun {
        let words = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
        let identity = words.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
        return RecordedRun(identity: identity, host: thisHost, clockStart: clockStart)
    }

    /// When the monotonic clock was 0, in nanoseconds since 1970.
    private static var clockStart: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec) &- rxtrace_read_clock().nanoseconds
    }
}

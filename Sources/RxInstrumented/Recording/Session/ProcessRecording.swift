import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The recording of the whole process, which `RXTRACE=FILE` or `RXTRACE_OTLP=URL` in its environment asks for.
///
/// The file is a recording; if its name ends in `.json` or `.jsonl`, it is the trace document or JSON Lines, made at the
/// exit of a recording beside it. Where another process records into the file, or this one did before an `exec`, the
/// name has the process's number in it.
final class ProcessRecording: @unchecked Sendable {
    private static let running = Lock<ProcessRecording?>(nil)

    /// The one that runs.
    static var current: ProcessRecording? {
        rxtrace_process_file == nil ? nil : running.withLock { $0 }
    }

    let writer: RecordingWriter
    private let names: Names
    /// The recording's file. Used as the process begins and ends.
    private let recorded: RecordedFile
    private let flusher: RecordingFlusher
    /// Posts its spans while it is written, where that is wished for.
    private let stream: SpanStream?
    /// Held by whoever ends it: another that would, as the process ends in two ways at once, waits for that.
    private let ending = NSLock()
    private var hasEnded = false

    private enum Format {
        case recording, json, jsonLines
    }

    /// The names of the file that is asked for, and of the recording it is made of, which may be the same.
    private struct Names {
        let file: String
        let format: Format

        init(_ file: String) {
            self.file = file
            format = file.hasSuffix(".jsonl") ? .jsonLines : file.hasSuffix(".json") ? .json : .recording
        }

        var recording: String { format == .recording ? file : file + ".rxtrace" }

        /// The same with the number of this process, and with others than for the attempts before.
        func ofThisProcess(attempt: Int) -> Names {
            let number = "\(ProcessInfo.processInfo.processIdentifier)" + (attempt == 1 ? "" : ".\(attempt)")
            let type = (file as NSString).pathExtension
            return Names((file as NSString).deletingPathExtension + ".\(number)" + (type.isEmpty ? "" : ".\(type)"))
        }
    }

    static func start(file: String?) {
        guard let file else {
            // Another name than the one that was asked for would be another file.
            return ErrorLine.write("this process is not recorded: RXTRACE is no UTF-8 text. Set it to another path.")
        }
        guard let options = options() else { return }
        let isKept = !file.isEmpty
        guard isKept || mayStream(options), let (names, recorded) = open(Names(isKept ? file : passingFile)) else {
            return
        }
        // It goes with the process, however that ends.
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

    /// Where a recording is written of which only the spans are wished for.
    private static var passingFile: String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        return "\(folder)/rxtrace-\(getpid())-\(UInt32.random(in: .min ... .max)).rxtrace"
    }

    /// Whether spans can be posted; where they cannot but are wished for, a line says so.
    private static func mayStream(_ options: RecordingOptions) -> Bool {
        guard options.last != nil else { return true }
        ErrorLine.write(
            "no spans are posted: \(RecordingVariables.collector) goes through all of a recording. "
                + "Leave out \(RecordingVariables.Name.last.rawValue).")
        return false
    }

    /// The stream of spans that the environment asks for.
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

    /// The recording that the environment asks for; nil, and a line that says so, where it is not to be understood.
    private static func options() -> RecordingOptions? {
        do throws(RecordingVariables.Failure) {
            return try RecordingVariables.ofProcess.options()
        } catch {
            ErrorLine.write("this process is not recorded: \(error.name.rawValue): \(error)")
            return nil
        }
    }

    /// How many names are tried.
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

    /// Writes the remaining records, as the process exits.
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
            // Nobody records into the file as long as it is read.
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
        // Its nodes and subscriptions take several times what they do in the file.
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

/// The process's limits leave too little memory for something.
private struct MemoryIsShort: Error, CustomStringConvertible {
    var description: String { "the process's limits leave too little memory (ulimit -v, ulimit -d)" }
}

/// Called before the process's own code runs.
@_cdecl("rxtrace_process_begins")
func processBegins() {
    ErrorLine.remember()
    if let file = rxtrace_process_file { ProcessRecording.start(file: String(validatingCString: file)) }
}

/// Called as the process exits.
@_cdecl("rxtrace_process_ends")
func processEnds() {
    rxtrace_begin_exit()
    ProcessRecording.current?.finish()
}

extension RecordingAbout {
    /// - Parameter startTicks: when the recording starts.
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
            hasValues: hasValues)
    }
}

/// The number of this process. One whose threads run in a given order has the same recording each time, so that it has
/// always the same.
private var processNumber: Int {
    rxtrace_is_time_virtual() ? 1 : Int(ProcessInfo.processInfo.processIdentifier)
}

extension RecordedRun {
    /// Another one each time, unless the process's threads run in a given order.
    static func ofThisProcess() -> RecordedRun {
        let words = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
        let identity = words.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
        return RecordedRun(identity: identity, host: host, clockStart: clockStart)
    }

    /// When the clock was 0 that counts the nanoseconds of a recording, in nanoseconds since 1970.
    private static var clockStart: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec) &- rxtrace_read_clock().nanoseconds
    }

    /// The machine's name.
    private static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        // A longer one is cut, and may then lack its end.
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

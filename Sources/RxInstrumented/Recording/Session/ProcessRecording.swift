import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The recording of the whole process, which `RXTRACE=FILE` in its environment asks for.
///
/// The file is a recording; if its name ends in `.json` or `.jsonl`, it is the trace document or JSON Lines, made at the
/// exit of a recording beside it.
final class ProcessRecording: Sendable {
    private static let running = Lock<ProcessRecording?>(nil)

    /// The one that runs.
    static var current: ProcessRecording? {
        rxtrace_process_file == nil ? nil : running.withLock { $0 }
    }

    let writer: RecordingWriter
    private let file: String
    private let recordingFile: String
    private let flusher: RecordingFlusher

    private enum Format {
        case recording, json, jsonLines

        init(file: String) {
            self = file.hasSuffix(".jsonl") ? .jsonLines : file.hasSuffix(".json") ? .json : .recording
        }
    }

    static func start(file: String) {
        let recordingFile = Format(file: file) == .recording ? file : file + ".rxtrace"
        guard let options = options(), let output = open(recordingFile, asking: file) else { return }
        let about = RecordingAbout.ofThisProcess(
            scenario: CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "process",
            startTicks: rxtrace_process_clock.ticks, hasValues: options.values != .none)
        let flusher = RecordingFlusher()
        let writer = flusher.start(options, about, into: RecordingOutput(output))
        running.withLock {
            $0 = ProcessRecording(writer: writer, file: file, recordingFile: recordingFile, flusher: flusher)
        }
    }

    private init(writer: RecordingWriter, file: String, recordingFile: String, flusher: RecordingFlusher) {
        self.writer = writer
        self.file = file
        self.recordingFile = recordingFile
        self.flusher = flusher
    }

    /// The recording that the environment asks for; nil, and a line that says so, where it is not to be understood.
    private static func options() -> RecordingOptions? {
        do throws(RecordingVariables.Failure) {
            return try RecordingVariables.ofProcess.options()
        } catch {
            RecordingReport.write("this process is not recorded: \(error.name.rawValue): \(error)")
            return nil
        }
    }

    private static func open(_ path: String, asking name: String) -> RecordedFile? {
        do throws(RecordedFile.Failure) {
            return try RecordedFile(path)
        } catch {
            guard error.isInUse else {
                RecordingReport.write("cannot write the trace to \(name): \(error). Set RXTRACE to another path.")
                return nil
            }
            // A child that inherits RXTRACE must not write into its parent's file.
            let process = ProcessInfo.processInfo.processIdentifier
            let other = (path as NSString).deletingPathExtension + ".\(process)." + (path as NSString).pathExtension
            return path.contains(".\(process).") ? nil : open(other, asking: name)
        }
    }

    /// Writes what is left, as the process exits.
    func finish() {
        flusher.finish()
        guard recordingFile != file else { return }
        do {
            try writeDocument()
            unlink(recordingFile)
        } catch {
            RecordingReport.write("the trace in \(file) is not complete: \(error). It is in \(recordingFile).")
        }
    }

    private func writeDocument() throws {
        guard let output = fopen(file, "w") else { throw SystemFailure() }
        let text = TextOutput { bytes in
            if fwrite(bytes.baseAddress, 1, bytes.count, output) != bytes.count { throw SystemFailure() }
        }
        let trace = try TraceRecording(contentsOf: recordingFile)
        let renderer: any TraceRenderer = Format(file: file) == .jsonLines ? JSONLinesRenderer() : JSONRenderer()
        try renderer.render(trace, to: text)
        SiteLookup.shared.endTool()
        try text.flush()
        if fclose(output) != 0 { throw SystemFailure() }
    }
}

/// Called before the process's own code runs.
@_cdecl("rxtrace_process_begins")
func processBegins() {
    if let file = rxtrace_process_file.map({ String(cString: $0) }) { ProcessRecording.start(file: file) }
}

/// Called as the process exits.
@_cdecl("rxtrace_process_ends")
func processEnds() {
    ProcessRecording.current?.finish()
}

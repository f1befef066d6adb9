import Foundation
import RxInstrumented
import RxTraceExploring
import RxTraceKit
import RxTraceSamples

/// Where a trace comes from: a sample that is replayed, a program that is compiled and run, a file, or standard input.
enum TraceInput {
    case sample(Scenario)
    case file(String)
    case standardInput
    case program(ProgramRun)

    /// Finds the meaning of the operands, and how a program among them is to be run.
    ///
    /// - Parameters:
    ///   - words: the operands that name the input; nil if all do.
    ///   - takesTraces: whether the command takes a recorded trace, too.
    /// - Throws: ``CommandFailure`` where there is no such thing.
    init(_ arguments: ParsedArguments, operands words: [String]? = nil, takesTraces: Bool = true) throws {
        let words = words ?? arguments.operands
        if words.isEmpty, let command = arguments.commandInNeed {
            let kinds = takesTraces ? "a Swift file, a recorded trace or a sample" : "a Swift file or a sample"
            throw CommandFailure.usage(
                "`rxtrace \(command)` needs an INPUT: \(kinds), as in `rxtrace \(command) Search.swift`. "
                    + "`rxtrace list` shows the samples.")
        }
        self = try words.count > 1 ? .program(ProgramRun(program: SwiftProgram(words))) : TraceInput(words.first)
        if case .program(var run) = self {
            run.arguments = arguments.programArguments
            run.timeLimit = arguments.number(of: .timeout)
            self = .program(run)
            return
        }
        if let word = arguments.programArguments.first {
            throw CommandFailure.usage(
                "'\(TerminalText.escaped(word))' is given as a program's argument, but \(words.first ?? "this") is "
                    + "no program. Leave out the words after --, or name a Swift file.")
        }
        if takesTraces, isRecorded {
            if arguments.has(.timeout) { throw RecordingRequest.refusal(of: .timeout) }
            if let values = arguments.value(of: .values), values != "\(RecordedValues.none)" {
                throw RecordingRequest.refusal(of: .values)
            }
        }
    }

    /// Finds the input that the user's word names; without a word, the first sample.
    ///
    /// A word with `/` or `.` in it, or that is the name of a file or folder, is a path; any other names a sample.
    /// - Throws: ``CommandFailure`` where there is no such thing.
    init(_ word: String?, samples: [Scenario] = Samples.all) throws {
        guard let word else {
            guard let first = samples.first else { throw CommandFailure(.noInput, "there are no samples to replay.") }
            self = .sample(first)
            return
        }
        if word == "-" {
            self = .standardInput
        } else if let sample = samples.first(where: { $0.name == word }), !Self.isFile(word) {
            self = .sample(sample)
        } else if SwiftProgram.isNamed(by: word) {
            self = .program(ProgramRun(program: try SwiftProgram([word])))
        } else if word.contains("/") || word.contains(".") || Self.isFile(word) {
            guard FileManager.default.fileExists(atPath: word) else {
                throw CommandFailure(.noInput, "there is no file '\(TerminalText.escaped(word))'. Check its path.")
            }
            self = .file(word)
        } else {
            let nearest = NearestWord.find(word, among: samples.map(\.name))
            let offer = nearest.map { "Did you mean '\($0)'?" } ?? "`rxtrace list` shows the samples."
            throw CommandFailure(.noInput, "there is no sample or file '\(TerminalText.escaped(word))'. \(offer)")
        }
    }

    /// Tells of a file that hides a sample, where it is no input.
    private static func tellingOfSample(_ path: String, _ open: () throws -> any TraceSource) throws -> any TraceSource
    {
        do {
            return try open()
        } catch {
            guard Samples.all.contains(where: { $0.name == path }), var failure = CommandFailure(error),
                [.wrongData, .noInput].contains(failure.status)
            else { throw error }
            failure.message += " It hides the sample of its name: run this in another folder for that one."
            throw failure
        }
    }

    private static func isFile(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
    }

    /// Opens the trace, or runs the sample or program and records it. The calls of a recording are not all in memory.
    ///
    /// - Parameter index: what is made of the index of a recording.
    /// - Throws: `TraceReadError`, and ``CommandFailure`` of a program that cannot be run.
    func source(_ request: RecordingRequest, index: IndexUse = .none) throws -> any TraceSource {
        // What the scenario prints stands alone.
        Progress.shared.end()
        switch self {
        case .sample(let sample) where request.isControlled:
            let folder = try TemporaryDirectory()
            return try RecordedProgram.replaying(sample: sample.name)
                .record(to: folder.path(RecordingFile.name), request)
        case .sample(let sample):
            return TraceInMemory(Trace.record(sample.name, options: request.options) { sample.run() })
        case .program(let run): return try run.record(request)
        case .file(let path):
            let recorded = try Self.tellingOfSample(path) { try RecordedInput.open(path, index: index) }
            return try request.applied(to: recorded)
        case .standardInput: return try request.applied(to: RecordedInput.openStandardInput())
        }
    }

    private var isRecorded: Bool {
        switch self {
        case .file, .standardInput: true
        case .sample, .program: false
        }
    }

    /// The name of the recorded scenario; nil where nothing is recorded.
    var name: String? {
        switch self {
        case .sample(let sample): sample.name
        case .program(let run): run.program.name
        case .file, .standardInput: nil
        }
    }

    /// Records into a file, and opens it; an input that was recorded before is opened where it is.
    ///
    /// - Throws: as ``source(_:)``.
    func record(to path: String, _ request: RecordingRequest) throws -> any TraceSource {
        Progress.shared.end()
        switch self {
        case .sample(let sample) where request.isControlled:
            return try RecordedProgram.replaying(sample: sample.name).record(to: path, request)
        case .sample(let sample):
            do {
                try Trace.record(sample.name, to: path, options: request.options) { sample.run() }
            } catch let error as RecordingError {
                throw CommandFailure(.outputFailed, TerminalText.escaped(error.description))
            }
            return try RecordedInput.open(path)
        case .program(let run): return try run.record(to: path, request)
        case .file, .standardInput: return try source(request)
        }
    }

    /// Puts places and names into a recording that was read, as far as it may be changed: whoever opens it later, on another
    /// machine, finds them there.
    func packRecording() {
        guard case .file(let path) = self, RecordedInput.isRecording(path) else { return }
        // What it was read for is done: that the file may not be changed is no fault.
        _ = try? RecordingPack(of: path, withSource: false)
    }
}

import Foundation
import RxTraceExploring
import RxTraceKit
import RxTraceSamples

/// An executable that is run once, and recorded.
struct RecordedProgram {
    let name: String
    let executable: String
    /// Whether the executable stays where it is. One that goes has its places put into the recording before.
    var isKept = true
    var arguments: [String] = []
    /// In seconds; nil for none.
    var timeLimit: Int?

    /// The word that has this command replay a sample, as a program of its own.
    static let replayArgument = "--replay-sample"

    /// Replays a sample in this process, which is recorded as any program is.
    static func replay(_ name: String) -> ExitStatus {
        guard let sample = Samples.all.first(where: { $0.name == name }) else { return .noInput }
        sample.run()
        return .done
    }

    /// A program that replays a sample: this command.
    static func replaying(sample name: String, timeLimit: Int? = nil) -> RecordedProgram {
        RecordedProgram(
            name: name, executable: CoreModules.ownPath, arguments: [replayArgument, name], timeLimit: timeLimit)
    }

    /// Runs it with its recording in the file at `path`, and opens that.
    func record(to path: String, _ request: RecordingRequest) throws -> any TraceSource {
        // A recording of earlier is none of this program's.
        let before = FileStamp(path)
        var supervisor = ProgramSupervisor()
        guard let order = try request.order ?? likeness(request) else {
            let end = try supervisor.run(timeLimit: timeLimit) {
                try ChildProcess(executable, arguments, environment: request.environment(file: path))
            }
            return AdjustedTrace(try recording(end, nil, at: path, since: before), scenario: name)
        }
        let folder = try TemporaryDirectory()
        let log = folder.path("log")
        try Data().write(to: URL(filePath: log))
        let turns = OrderVariables.environment(.order(order), log: log, hasRealTime: request.hasRealTime)
        let variables = request.environment(file: path).merging(turns) { $1 }
        let end = try supervisor.run(timeLimit: timeLimit) {
            try ChildProcess(executable, arguments, environment: variables, hasFixedAddresses: true)
        }
        let kept = OrderLog(contentsOf: log, of: executable)
        if kept == nil, case .exit(ExitStatus.unavailable.rawValue) = end.how {
            throw CommandFailure(.unavailable, "\(TerminalText.escaped(name)) says above why.")
        }
        let source = try recording(end, kept, at: path, since: before)
        if let kept, let failure = Self.failure(of: order, kept) { PendingFailure.set(failure) }
        return AdjustedTrace(source, scenario: name)
    }

    /// The order that leads along the recording of --like, as far as one does; nil where none is asked for.
    private func likeness(_ request: RecordingRequest) throws -> ThreadOrder? {
        guard let path = request.like else { return nil }
        let wanted = try RecordedInput.open(path)
        var program = ExploredProgram(
            name: name, executable: executable, arguments: arguments, timeLimit: timeLimit ?? 10,
            environment: request.environment)
        program.hasRealTime = request.hasRealTime
        let likeness = try OrderLikeness(
            of: wanted, in: program, runs: 500, jobs: ProcessInfo.processInfo.activeProcessorCount)
        let file = TerminalText.escaped(path)
        if likeness.hasNoStep {
            PendingFailure.set(
                CommandFailure(
                    .finding,
                    "'\(file)' has no hop, send, subscription or closure to be led by: any order of '\(TerminalText.escaped(name))' "
                        + "is like it. Record the program again, with its hops."))
            return likeness.order
        }
        guard let parting = likeness.parting else {
            StandardError.write(
                "rxtrace: the order \(likeness.order.token) leads along the hops and sends of '\(file)' to their end.\n"
            )
            return likeness.order
        }
        PendingFailure.set(
            CommandFailure(
                .finding,
                "the order \(likeness.order.token) leads along '\(file)' up to "
                    + "\(TerminalText.escaped(parting.shown)): there the ways part. Of "
                    + "\(Count.of(likeness.tried, "order")) that were run none leads further."))
        return likeness.order
    }

    private func recording(
        _ end: ProgramEnd, _ log: OrderLog?, at path: String, since before: FileStamp?
    ) throws -> any TraceSource {
        let isRecorded = FileStamp.isWritten(path, since: before)
        // What cannot be read is told of when it is opened.
        if isRecorded, !isKept { _ = try? RecordingPack(of: path, withSource: false) }
        guard let log, log.ending != .byItself, end.stop == nil else {
            return try end.recording(at: path, since: before)
        }
        guard isRecorded else {
            throw CommandFailure(.finding, "\(Self.waiting(log, nil)); it left no recording.")
        }
        let source = try RecordedInput.open(path)
        PendingFailure.set(CommandFailure(.finding, "\(Self.waiting(log, source)); its calls until then are shown."))
        return source
    }

    private static func waiting(_ log: OrderLog, _ source: (any TraceSource)?) -> String {
        guard log.ending == .deadlock else { return "the program waits for what none of its threads does" }
        let text = log.told(by: source as? TraceRecording)
        return "deadlock: " + text.split(separator: "\n").joined(separator: "; ")
    }

    /// Why the order was not the one that the token names.
    static func failure(of order: ThreadOrder, _ log: OrderLog) -> CommandFailure? {
        let isAnother = order.check.map { $0 != log.check } ?? false
        guard log.lostWay != nil || isAnother else { return nil }
        let from = log.lostWay.map { " from turn \($0 + 1) on" } ?? ""
        return CommandFailure(
            .finding,
            "the order \(order.token) could not be followed\(from): the program has changed since, or depends on something "
                + "outside. Explore it again.")
    }
}

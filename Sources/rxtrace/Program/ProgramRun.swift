import Foundation
import TraceKit

/// One run of a user's program: compiled if need be, and recorded.
struct ProgramRun {
    let program: SwiftProgram
    var arguments: [String] = []
    /// In seconds; nil for none.
    var timeLimit: Int?

    /// Compiles the program, runs it, and reads what it recorded.
    ///
    /// That it failed is no error here, as there is a trace to show: it is kept for ``PendingFailure``.
    /// - Throws: ``CommandFailure`` where it does not compile or leaves no recording.
    func trace(values: ValueDetail?) throws -> Trace {
        let build = try ProgramBuild(program)
        let folder = try TemporaryDirectory()
        let recording = folder.path(RecordingFile.name)
        let end = try build.withExecutable { executable in
            var supervisor = ProgramSupervisor()
            return try supervisor.run(timeLimit: timeLimit) {
                try ChildProcess(
                    executable, arguments,
                    environment: [
                        RecordingFile.variable: recording,
                        RecordingFile.valuesVariable: (values ?? .short).rawValue,
                    ])
            }
        }
        guard var trace = try read(recording, end) else {
            throw end.failure(hasRecording: false)
                ?? CommandFailure(.internalError, "the program left no recording. Please report it.")
        }
        PendingFailure.set(end.failure(hasRecording: true))
        trace.scenario = program.name
        return trace
    }

    /// What the program recorded; nil where it ended before it wrote all of it.
    private func read(_ path: String, _ end: ProgramEnd) throws -> Trace? {
        do {
            return try TraceReader.read(contentsOf: path)
        } catch {
            guard error.kind == .unreadable || end.how != .exit(0) else { throw error }
            return nil
        }
    }
}

/// What is told, and ends the command with its status, when all else is done: the rendering comes first.
enum PendingFailure {
    private(set) nonisolated(unsafe) static var current: CommandFailure?

    /// Keeps a failure, if it is the first.
    static func set(_ failure: CommandFailure?) { current = current ?? failure }
}

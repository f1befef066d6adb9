import Foundation
import RxTraceExploring
import RxTraceKit

/// One run of a user's program: compiled if need be, and recorded.
struct ProgramRun {
    let program: SwiftProgram
    var arguments: [String] = []
    /// In seconds; nil for none.
    var timeLimit: Int?

    /// Compiles the program, runs it, and opens its recording.
    ///
    /// That it failed is no error here, as there is a trace to show: it is kept for ``PendingFailure``.
    /// - Throws: ``CommandFailure`` where it does not compile or leaves no recording.
    func record(_ request: RecordingRequest) throws -> any TraceSource {
        // The open recording outlives its name.
        let folder = try TemporaryDirectory()
        return try record(to: folder.path(RecordingFile.name), request)
    }

    /// The same, with the recording in the file at `path`.
    func record(to path: String, _ request: RecordingRequest) throws -> any TraceSource {
        try request.expectVariables()
        return try ProgramBuild(program, tellsOfAtomics: request.isControlled).withExecutable { executable, isKept in
            try RecordedProgram(
                name: program.name, executable: executable, isKept: isKept, arguments: arguments, timeLimit: timeLimit
            )
            .record(to: path, request)
        }
    }
}

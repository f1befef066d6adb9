import Foundation
import Testing

/// A program that is compiled once, and run recorded and unrecorded in a folder of a test's own.
struct HarmlessProgram {
    private let folder: ProgramFolder
    let path: String

    init(_ source: String) throws {
        folder = try ProgramFolder(["Harmless.swift": source])
        let result = try folder.run("stats", "Harmless.swift")
        try #require(result.status == 0, "\(result.errors)")
        path = try #require(folder.executable)
    }

    /// - Parameters:
    ///   - recording: the file it records into; nil to leave it unrecorded.
    ///   - shell: commands of the shell's that come before it.
    func run(
        _ words: String, recording: String? = nil, shell: String = "", environment: [String: String] = [:]
    ) throws -> BuiltCommand.Result {
        var variables = environment
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables["RXTRACE"] = recording
        return try BuiltCommand.run(
            ["-c", "\(shell) exec '\(path)' \(words)"], command: "/bin/sh", environment: variables)
    }
}

import Foundation

@testable import rxtrace

/// A folder with a program's sources, and a cache of its own, for a test that compiles and runs them.
struct ProgramFolder {
    let folder: TemporaryFolder

    init(_ files: [String: String]) throws {
        folder = try TemporaryFolder()
        for (name, content) in files {
            let url = URL(filePath: folder.path(name))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(content.utf8).write(to: url)
        }
    }

    /// Makes a folder that is elsewhere part of this one.
    func link(_ name: String, to other: URL) throws {
        try FileManager.default.createSymbolicLink(at: URL(filePath: folder.path(name)), withDestinationURL: other)
    }

    /// The program that was compiled; nil before the first run.
    var executable: String? {
        let files = FileManager.default.enumerator(atPath: folder.path("cache"))
        return files?.compactMap { $0 as? String }.map { folder.path("cache/\($0)") }.first { path in
            var isFolder: ObjCBool = false
            return FileManager.default.isExecutableFile(atPath: path)
                && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    /// Runs `rxtrace` in the folder.
    func run(
        _ arguments: String..., environment: [String: String] = [:], meanwhile: (pid_t) throws -> Void = { _ in }
    ) throws -> BuiltCommand.Result {
        try run(arguments, environment: environment, meanwhile: meanwhile)
    }

    func run(
        _ arguments: [String], environment: [String: String] = [:], meanwhile: (pid_t) throws -> Void = { _ in }
    ) throws -> BuiltCommand.Result {
        let own = ["XDG_CACHE_HOME": folder.path("cache"), "SWIFT_BACKTRACE": "enable=no"]
        return try BuiltCommand.run(
            arguments, environment: own.merging(environment) { $1 }, currentFolder: folder.path(""),
            meanwhile: meanwhile)
    }
}

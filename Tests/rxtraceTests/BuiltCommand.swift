import Foundation
import Testing

/// The built command, run as a user's shell runs it.
struct BuiltCommand {
    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The binary beside the test bundle, or the one that `RXTRACE_TESTED` names, such as a release build's; nil where only
    /// the tests were built.
    static let path: String? = {
        if let other = ProcessInfo.processInfo.environment["RXTRACE_TESTED"], !other.isEmpty { return other }
        let starts = CommandLine.arguments.prefix(1) + Bundle.allBundles.map(\.bundlePath)
        for start in starts {
            var folder = URL(filePath: start).standardizedFileURL
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                for candidate in ["rxtrace", ".build/debug/rxtrace"] {
                    let path = folder.appending(path: candidate).path(percentEncoded: false)
                    var isDirectory: ObjCBool = false
                    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { continue }
                    if !isDirectory.boolValue, FileManager.default.isExecutableFile(atPath: path) { return path }
                }
            }
        }
        return nil
    }()

    /// The variables the tests run with, but for those that change what `rxtrace` does.
    ///
    /// The compiler keeps the system's modules where it does for everybody: for a test with a cache of its own it would make
    /// them anew, which takes longer than to compile the test's program.
    static let environment = ProcessInfo.processInfo.environment.filter { name, _ in
        !["CI", "COLUMNS", "NO_COLOR", "TERM"].contains(name) && !name.hasPrefix("RXTRACE")
    }.merging(["CLANG_MODULE_CACHE_PATH": moduleCache]) { given, _ in given }

    private static var moduleCache: String {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory() + "/.cache"
        return cache + "/clang/ModuleCache"
    }

    /// Runs `rxtrace` with `arguments`.
    ///
    /// - Parameters:
    ///   - command: its path, where it is not the one that was built.
    ///   - input: the text on its standard input.
    ///   - output: where its standard output goes; nil to have it in the result.
    ///   - environment: the variables it has besides those of every program.
    ///   - currentFolder: where it runs; nil for where the tests do.
    ///   - meanwhile: called once it runs, with its process id.
    static func run(
        _ arguments: [String], command: String? = nil, input: String = "", output: FileHandle? = nil,
        environment: [String: String] = [:], currentFolder: String? = nil,
        meanwhile: (pid_t) throws -> Void = { _ in }
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: try #require(command ?? path, "the binary is built with the tests"))
        process.arguments = arguments
        process.environment = Self.environment.merging(environment) { $1 }
        let folder = FileManager.default.temporaryDirectory.appending(path: "rxtrace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files rather than pipes: nothing has to be read while the command runs.
        func file(_ name: String, _ content: String = "") throws -> FileHandle {
            let url = folder.appending(path: name)
            try Data(content.utf8).write(to: url)
            return try FileHandle(forUpdating: url)
        }
        let (standardOutput, errors) = (try file("output"), try file("errors"))
        process.standardInput = try file("input", input)
        process.standardOutput = output ?? standardOutput
        process.standardError = errors
        if let currentFolder { process.currentDirectoryURL = URL(filePath: currentFolder) }
        try process.run()
        try meanwhile(process.processIdentifier)
        process.waitUntilExit()
        func content(_ handle: FileHandle) throws -> String {
            try handle.seek(toOffset: 0)
            return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        }
        return Result(
            status: process.terminationStatus, output: try content(standardOutput), errors: try content(errors))
    }
}

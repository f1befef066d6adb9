import Foundation
import RxTraceExploring

/// The `swiftc` of the user's `PATH`.
struct SwiftCompiler {
    let path: String

    /// - Throws: ``CommandFailure`` where there is none.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard let found = folders.map({ "\($0)/swiftc" }).first(where: FileManager.default.isExecutableFile) else {
            throw CommandFailure(
                .unavailable,
                "there is no swiftc in PATH, which compiles Swift files before they are run. Install Swift "
                    + "(https://swift.org/install) or add its folder to PATH.")
        }
        path = found
    }

    /// Its own file, where `PATH` has a link to it.
    var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

    /// The toolchain's linker that takes a third of the usual one's time, where it lies beside the compiler.
    var linkerFlags: [String] {
        #if os(Linux)
            let linker = file.deletingLastPathComponent().appending(path: "ld.lld").path(percentEncoded: false)
            return FileManager.default.isExecutableFile(atPath: linker) ? ["-use-ld=lld"] : []
        #else
            return []
        #endif
    }

    /// Runs the compiler in the current folder.
    ///
    /// - Parameter messages: a file that takes its messages, in colour if they are to be shown on a terminal.
    func run(_ arguments: [String], messages: FileHandle) throws -> Bool {
        let colour = isatty(STDERR_FILENO) == 1 ? ["-color-diagnostics"] : []
        return try ChildProcess(path, colour + arguments, errors: messages).wait() == .exit(0)
    }

    /// Its version, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`; nil where it names none.
    func version() -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = ["--version"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = (try? output.fileHandleForReading.readToEnd()).flatMap { $0 }
        process.waitUntilExit()
        return text.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The line of a version's text that names it: the lines before it differ from call to call.
    static func versionLine(_ text: String) -> Substring? {
        guard let start = text.range(of: "Swift version ")?.lowerBound else { return nil }
        return text[start...].prefix { $0 != "\n" }
    }
}

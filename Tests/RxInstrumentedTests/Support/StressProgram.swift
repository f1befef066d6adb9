import Foundation
import RxTraceTestSupport
import Testing

/// The benchmark's program, whose modes run random programs and bursts: what crashes there does not end the tests.
struct StressProgram {
    /// The binary beside the test bundle.
    private static let path: String? = {
        for start in CommandLine.arguments.prefix(1) + Bundle.allBundles.map(\.bundlePath) {
            var folder = URL(filePath: start).standardizedFileURL
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let path = folder.appending(path: "rxtrace-bench").path(percentEncoded: false)
                var isDirectory: ObjCBool = false
                let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
                if isThere, !isDirectory.boolValue { return path }
            }
        }
        return nil
    }()

    struct Result {
        var lines: [String]
        /// What ended it: nil where it exited with 0.
        var failure: String?
    }

    /// Runs the program with `arguments`. Freed memory has other bytes in it, and dictionaries have one order.
    static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
        let process = Process()
        process.executableURL = URL(
            filePath: try #require(
                path, "rxtrace-bench is built by 'swift build', and by 'swift test' without --filter"))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "MALLOC_PERTURB_": "165", "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
        ]) { $1 }.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let status = process.terminationStatus
        let failure: String? =
            switch (process.terminationReason, status) {
            case (.exit, 0): nil
            case (.exit, _): "status \(status)"
            default: "signal \(status)"
            }
        return Result(lines: text.split(separator: "\n").map(String.init), failure: failure)
    }
}

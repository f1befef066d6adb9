import Foundation
import RxTraceKit

/// The tests of a package, each of which can be run, and recorded, in a process of its own.
///
/// A process a test is what keeps the traces apart: nothing of another test's is in them, whatever runs side by side
/// otherwise, and neither the tests nor the package need to know that they are recorded.
struct PackageTests {
    struct Test {
        /// As `swift test list` gives it, such as `SearchTests.CounterTests/testCountsUp`.
        var name: String
        fileprivate var library: Library
    }

    fileprivate enum Library: String, CaseIterable {
        case xctest = "xctest"
        case swiftTesting = "swift-testing"

        /// Only one library at a time: each runs in its own process and would write over the other's recording.
        var flags: [String] { Self.allCases.filter { $0 != self }.map { "--disable-\($0.rawValue)" } }
    }

    private let package: String
    private let swift: String

    /// - Throws: ``CommandFailure`` where there is no package, or no compiler.
    init(package: String) throws {
        guard FileManager.default.fileExists(atPath: package + "/Package.swift") else {
            throw CommandFailure(
                .noInput,
                "there is no package in '\(TerminalText.escaped(package))'. Name the folder that holds Package.swift.")
        }
        self.package = package
        swift = URL(filePath: try SwiftCompiler().path).deletingLastPathComponent().appending(path: "swift")
            .path(percentEncoded: false)
    }

    /// Builds the tests; the build's output goes to standard error.
    func build() throws {
        guard try ChildProcess(swift, ["build", "--build-tests", "--package-path", package]).wait() == .exit(0) else {
            throw CommandFailure(
                .wrongData, "the tests of '\(TerminalText.escaped(package))' do not build; the build says why above.")
        }
    }

    /// All tests, in the order of their names.
    func list() throws -> [Test] {
        try Library.allCases.flatMap { library in
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: swift)
            process.arguments = ["test", "list", "--skip-build", "--package-path", package] + library.flags
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return text.split(separator: "\n").map { Test(name: String($0), library: library) }
        }
    }

    /// Runs one test with its recording going to `recording`; its output goes to standard error.
    ///
    /// - Returns: how it ended: with status 0 if it passed.
    func run(_ test: Test, recording: String, _ request: RecordingRequest, timeLimit: Int?) throws -> ProgramEnd {
        // A test of Swift Testing goes by a name that its place in the source follows.
        let pattern = "^\(NSRegularExpression.escapedPattern(for: test.name))(/|$)"
        var supervisor = ProgramSupervisor()
        return try supervisor.run(timeLimit: timeLimit) {
            try ChildProcess(
                swift, ["test", "--skip-build", "--package-path", package, "--filter", pattern] + test.library.flags,
                environment: request.environment(file: recording))
        }
    }
}

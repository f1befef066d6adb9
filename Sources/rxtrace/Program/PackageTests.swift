import Foundation
import RxTraceExploring
import RxTraceKit

/// The tests of a package, each of which can be run, and recorded, in a process of its own.
///
/// A process per test keeps the traces apart: nothing of another test's is in them, whatever runs side by side
/// otherwise, and neither the tests nor the package need to know that they are recorded.
struct PackageTests {
    struct Test {
        /// As `swift test list` gives it, such as `SearchTests.CounterTests/testCountsUp`.
        var name: String
        fileprivate var library: Library

        /// A test of Swift Testing goes by a name that its place in the source follows.
        fileprivate var pattern: String { "^\(NSRegularExpression.escapedPattern(for: name))(/|$)" }

        /// The words by which the tests' own file runs it alone.
        var arguments: [String] {
            let words = ["--testing-library", library.rawValue]
            switch library {
            case .xctest: return words + [name]
            case .swiftTesting: return words + ["--no-parallel", "--filter", pattern]
            }
        }
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
    ///
    /// - Parameter tellsOfAtomics: whether the tests tell what they do to atomic values, if their manifest has the setting. If it
    ///   lacks that, a line says so.
    func build(tellsOfAtomics: Bool) throws {
        if tellsOfAtomics, let untold = UntoldAtomics(package: package) { StandardError.write(untold.message) }
        let process = try ChildProcess(
            swift, ["build", "--build-tests", "--package-path", package],
            environment: tellsOfAtomics ? [UntoldAtomics.variable: "1"] : [:])
        guard process.wait() == .exit(0) else {
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

    /// The file that `swift test` runs the tests in.
    func executable() throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: swift)
        process.arguments = ["build", "--show-bin-path", "--package-path", package]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let folder = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard let name = names.sorted().first(where: { $0.hasSuffix("PackageTests.xctest") }) else {
            throw CommandFailure(
                .wrongData,
                "there are no built tests in '\(TerminalText.escaped(folder))'. Build them with swift build.")
        }
        return "\(folder)/\(name)"
    }

    /// Runs one test with its recording going to `recording`; its output goes to standard error.
    ///
    /// - Parameter executable: what ``executable()`` gave. It is run itself: `swift test` takes a second or two per test to
    ///   find out that there is nothing to build. A bundle, as macOS has it, only `swift test` can run.
    /// - Returns: how it ended: with status 0 if it passed.
    func run(
        _ test: Test, of executable: String, recording: String, _ request: RecordingRequest, timeLimit: Int?
    ) throws -> ProgramEnd {
        if let order = request.order {
            return try run(test, of: executable, recording: recording, request, order, timeLimit: timeLimit)
        }
        var isBundle: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: executable, isDirectory: &isBundle)
        let byPackage =
            ["test", "--skip-build", "--package-path", package, "--filter", test.pattern] + test.library.flags
        var supervisor = ProgramSupervisor()
        return try supervisor.run(timeLimit: timeLimit) {
            try ChildProcess(
                isBundle.boolValue ? swift : executable, isBundle.boolValue ? byPackage : test.arguments,
                environment: request.environment(file: recording))
        }
    }

    private func run(
        _ test: Test, of executable: String, recording: String, _ request: RecordingRequest, _ order: ThreadOrder,
        timeLimit: Int?
    ) throws -> ProgramEnd {
        let folder = try TemporaryDirectory()
        let log = folder.path("log")
        try Data().write(to: URL(filePath: log))
        let variables = OrderVariables.environment(
            .order(order), from: .call, log: log, hasRealTime: request.hasRealTime)
        var supervisor = ProgramSupervisor()
        var end = try supervisor.run(timeLimit: timeLimit) {
            try ChildProcess(
                executable, test.arguments, environment: request.environment(file: recording).merging(variables) { $1 },
                hasFixedAddresses: true)
        }
        end.failureOfOrder = OrderLog(contentsOf: log, of: executable).flatMap {
            RecordedProgram.failure(of: order, $0)
        }
        return end
    }
}

import Foundation
import RxTraceExploring
import RxTraceKit

extension CommandDefinition {
    static let test = CommandDefinition(
        name: "test", summary: "run a package's tests, and keep a trace per test",
        operand: Operand(
            placeholder: "PACKAGE",
            summary: "the folder of a package whose tests link RxSwift from rxtrace; without it, the current folder"),
        options: [TestCommand.only] + OptionDefinition.recording + [
            .noTimes, .canonical, TestCommand.timeout, TestCommand.lint, FindingReport.failOn, TestCommand.output,
            TestCommand.orders, .order, .time,
        ],
        examples: [
            Example(line: "rxtrace test -o traces", purpose: "a trace per test of the package in the current folder"),
            Example(
                line: "rxtrace test MyApp --only SearchTests --canonical --no-times",
                purpose: "of some tests, to compare with another run's"),
            Example(line: "rxtrace test --lint --fail-on error", purpose: "and look for faults in each"),
            Example(
                line: "rxtrace test --orders 50 --only SearchTests",
                purpose: "each of some tests in 50 orders of its threads"),
        ],
        run: { try TestCommand($0).run() })
}

/// Runs the tests of a package one by one, and keeps the trace of each in a file named after it.
struct TestCommand {
    static let only = OptionDefinition(
        name: "only", value: .text(placeholder: "TEXT"), summary: "run only the tests whose name contains TEXT")
    static let timeout = OptionDefinition(
        name: "timeout", value: .number(placeholder: "SECONDS", range: 1...86_400),
        summary: "end a test after so long, and count it as failed; with --orders, an order of it (default then: 60)")
    static let lint = OptionDefinition(
        name: "lint",
        summary: "look for faults in each trace, as `rxtrace lint` and `rxtrace leaks` do; see --fail-on")
    static let output = OptionDefinition(
        name: "output", short: "o", value: .text(placeholder: "FOLDER"),
        summary: "keep the traces in FOLDER (default: traces)")

    static let orders = OptionDefinition(
        name: "orders", value: .number(placeholder: "N", range: 1...1_000_000),
        summary: "run each test in so many orders of its threads, and tell its outcomes; if there are several, keep a "
            + "recording per outcome")

    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() throws {
        if arguments.has(Self.orders) {
            try arguments.refuse(
                [Self.lint, FindingReport.failOn, .canonical, .noTimes, .order],
                because: "--orders tells the outcomes of each test")
        }
        let package = try PackageTests(package: arguments.operand ?? ".")
        let standardOutput = try StandardOutput.divert(judges: true)
        let folder = arguments.value(of: Self.output) ?? "traces"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(
                .outputFailed, "cannot make the folder '\(TerminalText.escaped(folder))'. Choose another with --output."
            )
        }
        let isControlled = try arguments.has(Self.orders) || RecordingRequest(arguments).isControlled
        try package.build(tellsOfAtomics: isControlled)
        let wanted = arguments.value(of: Self.only)
        let tests = try package.list().filter { test in wanted.map { test.name.contains($0) } ?? true }
        guard !tests.isEmpty else {
            throw CommandFailure(
                .noInput,
                "there are no tests\(wanted.map { " with '\(TerminalText.escaped($0))' in their name" } ?? ""). "
                    + "`swift test list` names those of a package.")
        }
        if let orders = arguments.number(of: Self.orders) {
            return try explore(tests, of: package, orders: orders, in: folder, standardOutput)
        }
        let executable = try package.executable()
        let style = OutputStyle(arguments, terminalDescriptor: standardOutput.descriptor)
        let text = FindingText(width: style.width, branches: style.branches, usesColor: style.usesColor)
        var hasFailed = false
        for (test, name) in zip(tests, Self.fileNames(tests.map(\.name))) {
            let file = "\(folder)/\(name).json"
            let (result, findings, isDone) = try record(test, of: package, executable, in: file)
            try standardOutput.write("\(result)  \(TerminalText.escaped(test.name))  \(TerminalText.escaped(file))\n")
            let output = TextOutput { try standardOutput.write($0) }
            for finding in findings { try text.render(finding, to: output) }
            try output.flush()
            hasFailed = hasFailed || findings.contains { FindingReport.fails($0.severity, arguments) }
            if isDone { return }
        }
        if hasFailed { throw CommandFinding() }
    }

    /// The faults in a test's trace, where they are asked for.
    private func findings(in trace: some TraceSource) throws -> [Trace.Finding] {
        guard arguments.has(Self.lint) else { return [] }
        // Places are those of the package, from wherever the command runs.
        let folder = arguments.operand ?? "."
        let text = SourceText { path in
            try? String(contentsOfFile: path.hasPrefix("/") ? path : "\(folder)/\(path)", encoding: .utf8)
        }
        return try FaultSearch.findings(in: trace, text: text)
    }

    /// - Returns: `passed` or `failed`, the faults in its trace, and whether the user asked to stop.
    private func record(
        _ test: PackageTests.Test, of package: PackageTests, _ executable: String, in file: String
    ) throws -> (String, [Trace.Finding], Bool) {
        var findings: [Trace.Finding] = []
        let recording = try TemporaryDirectory()
        let path = recording.path(RecordingFile.name)
        let end = try package.run(
            test, of: executable, recording: path, RecordingRequest(arguments),
            timeLimit: arguments.number(of: Self.timeout))
        if let failure = end.failureOfOrder { PendingFailure.set(failure) }
        let isRecorded = FileManager.default.fileExists(atPath: path)
        if !isRecorded, end.how == .exit(0) {
            throw CommandFailure(
                .wrongData,
                "the test '\(TerminalText.escaped(test.name))' left no recording. Let the package depend on rxtrace in "
                    + "place of RxSwift: see Tests/Adoption/Package.swift.")
        }
        if isRecorded {
            let recorded = AdjustedTrace(try TraceRecording(contentsOf: path), scenario: test.name)
            let trace = try AnalysisSource(arguments).inForm(recorded)
            findings = try self.findings(in: recorded)
            let renderer = JSONRenderer(times: !arguments.has(.noTimes))
            try ReplacedFile(path: file).replace { writer in
                let output = TextOutput { try writer.write($0) }
                try renderer.render(trace, to: output)
                try output.flush()
            }
        }
        let isStopped = end.stop.map { [.interrupted, .hungUp, .terminated].contains($0) } ?? false
        guard let failure = end.failure(hasRecording: isRecorded) else {
            return ("passed", findings, false)
        }
        PendingFailure.set(
            isStopped ? failure : CommandFailure(.finding, "the test '\(TerminalText.escaped(test.name))' failed."))
        return ("failed", findings, isStopped)
    }

    /// The tests' names as those of files: a character that is awkward in a shell becomes a hyphen, and no name is
    /// given twice.
    static func fileNames(_ names: [String]) -> [String] {
        var given: [String: Int] = [:]
        return names.map { name in
            let kept = name.map { $0.isLetter || $0.isNumber || "._".contains($0) ? $0 : $0 == "/" ? "." : "-" }
            let words = String(kept).split(separator: "-").joined(separator: "-")
            given[words, default: 0] += 1
            return given[words].flatMap { $0 > 1 ? "\(words)-\($0)" : nil } ?? words
        }
    }
}

import Foundation
import RxTraceKit
import RxTraceSamples

extension OptionDefinition {
    static let golden = OptionDefinition(
        name: "golden", value: .text(placeholder: "DIR"), summary: "the folder of the golden traces, NAME.golden each")
    static let record = OptionDefinition(
        name: "record", value: .choice(GoldenRecordMode.allCases.map(\.rawValue)),
        summary: "which golden traces to write: all, the failed, damaged, older and missing, the missing, or never any "
            + "(default: missing; never where CI is set)")
    static let junit = OptionDefinition(
        name: "junit", value: .text(placeholder: "FILE"), summary: "write the results as JUnit XML as well")
    static let pages = OptionDefinition(
        name: "html", value: .text(placeholder: "DIR"),
        summary: "write a page of each trace that differs, DIR/NAME.html, with both side by side")
    static let comparedSites = OptionDefinition(
        name: "compare-sites",
        summary: "let places in the source count: a call that moved to another line differs")
    static let github = OptionDefinition(
        name: "github", summary: "write annotations for GitHub, at the line in the source, as well")
}

extension CommandDefinition {
    private static let checkFormat = OptionDefinition(
        name: "format", value: .choice(["text", "sarif"]),
        summary: "how to write the results: text, or SARIF for code scanning and editors (default: text)")

    static let check = CommandDefinition(
        name: "check", summary: "compare traces with golden ones, and fail with the difference",
        operand: Operand(
            placeholder: "INPUT",
            summary: "samples or recorded traces, each compared with DIR/NAME.golden; without them, all golden traces "
                + "in DIR that bear a sample's name (all samples, where DIR is empty)",
            words: Operand.input.words, allowsAfter: { _, _ in true }),
        options: [
            .golden, .record, .ignore, .comparedSites, .differenceContext, checkFormat, .junit, .pages, .github, .width,
            .ascii, .color, .time,
        ],
        examples: [
            Example(line: "rxtrace check --golden Golden", purpose: "the samples; the first time, record them"),
            Example(
                line: "rxtrace check out/search.json --golden Golden",
                purpose: "a recording against Golden/search.golden"),
            Example(line: "rxtrace check --golden Golden --record failed map-filter", purpose: "accept the changes"),
            Example(line: "rxtrace check --golden Golden --junit results.xml --github", purpose: "on a build server"),
            Example(line: "rxtrace check --golden Golden --html pages", purpose: "with a page of each failure"),
        ],
        run: { try CheckCommand($0).run(asSARIF: $0.value(of: checkFormat) == "sarif") })
}

/// Compares inputs with golden traces, one after the other.
struct CheckCommand {
    private struct Subject {
        var name: String
        /// What is compared; the error of a word that names nothing.
        var input: Result<TraceInput, any Error>
    }

    private let arguments: ParsedArguments
    private let folder: String
    private let mode: GoldenRecordMode
    private let ignoring: Set<TraceDifference.Aspect>
    private let subjects: [Subject]

    init(
        _ arguments: ParsedArguments, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        guard let folder = arguments.value(of: .golden) else {
            throw CommandFailure.usage(
                "`rxtrace check` needs the folder of the golden traces: --golden DIR. See `rxtrace check --help`.")
        }
        self.arguments = arguments
        self.folder = folder
        do {
            mode = try arguments.choice(of: .record) ?? .usual(in: environment)
        } catch let error as GoldenRecordMode.UnknownWord {
            throw CommandFailure.usage(error.description)
        }
        // Every line added above a chain moves it: as in `expectTrace`, that is no difference.
        let moved: Set<TraceDifference.Aspect> = arguments.has(.comparedSites) ? [] : [.sites]
        ignoring = try DiffCommand.aspects(arguments, command: "check").union(moved)
        subjects = try Self.subjects(arguments.operands, folder: folder, mode: mode)
    }

    private static func subjects(
        _ words: [String], folder: String, mode: GoldenRecordMode
    ) throws -> [Subject] {
        guard words.isEmpty else {
            var names: [String: String] = [:]
            return try words.map { word in
                if word == "-" {
                    throw CommandFailure.usage(
                        "`rxtrace check` cannot tell the golden trace of standard input. Put it into a file.")
                }
                let name = ((word as NSString).lastPathComponent as NSString).deletingPathExtension
                if let other = names.updateValue(word, forKey: name) {
                    throw CommandFailure.usage(
                        "'\(TerminalText.escaped(other))' and '\(TerminalText.escaped(word))' would both be compared "
                            + "with \(TerminalText.escaped(name)).golden. Check them one by one, in folders of their own."
                    )
                }
                let input = Result { try TraceInput(word) }
                if case .failure(let error) = input, CheckFault(error) == nil { throw error }
                return Subject(name: name, input: input)
            }
        }
        let names = GoldenTrace.names(in: folder)
        let samples = Samples.all.filter { names.isEmpty ? mode != .never : names.contains($0.name) }
        guard !samples.isEmpty else {
            let place = "in '\(TerminalText.escaped(folder))'"
            throw CommandFailure(
                .noInput,
                names.isEmpty
                    ? "there are no golden traces \(place), and none are to be recorded. "
                        + "Name the folder they are in, or record those of the samples with --record missing."
                    : "no golden trace \(place) bears a sample's name. Name the inputs to check.")
        }
        return samples.map { Subject(name: $0.name, input: .success(.sample($0))) }
    }

    func run(asSARIF: Bool) throws {
        if asSARIF, arguments.has(.github) {
            throw CommandFailure.usage(
                "`rxtrace check` writes annotations among its text, and --format sarif is no text. Give --github or "
                    + "--format sarif.")
        }
        if arguments.value(of: .junit) == "-" {
            throw CommandFailure.usage(
                "`rxtrace check` writes its text to standard output. Give --junit a file: --junit results.xml")
        }
        try expectFolder(of: .golden)
        try expectFolder(of: .pages)
        let standardOutput = try StandardOutput.divert(judges: true)
        let report = try arguments.value(of: .junit).map { try ReplacedFile(path: $0) }
        let style = OutputStyle(arguments, terminalDescriptor: standardOutput.descriptor)
        let writer = CheckWriter(
            renderer: DifferenceRenderer(arguments, style), annotates: arguments.has(.github))
        var results: [CheckResult] = []
        for subject in subjects {
            let result = try result(of: subject)
            results.append(result)
            if !asSARIF { try standardOutput.write(writer.text(of: result)) }
            try writePage(of: result)
        }
        if asSARIF {
            let output = TextOutput { try standardOutput.write($0) }
            try FindingSARIF(rules: CheckResult.rules).render(results.compactMap(\.finding), to: output)
            try output.flush()
        } else {
            try standardOutput.write(writer.total(of: results))
        }
        try report?.replace { try $0.write(JUnitReport(results).text()) }
        if results.contains(where: \.isFailure) { throw CommandFinding() }
    }

    /// Compares one input. What is wrong with it, or with its golden trace, is a result as well: the others are compared.
    private func result(of subject: Subject) throws -> CheckResult {
        let golden = GoldenTrace(folder: folder, name: subject.name)
        do {
            let input = try subject.input.get()
            let trace = try input.source(RecordingRequest(arguments)).trace()
            input.packRecording()
            let cutValues = ignoring.contains(.values) ? nil : trace.cutValues
            return CheckResult(golden: golden, outcome: .success(try outcome(of: trace, golden)), cutValues: cutValues)
        } catch {
            guard let fault = CheckFault(error) else { throw error }
            PendingFailure.set(fault.failure)
            return CheckResult(golden: golden, outcome: .failure(fault))
        }
    }

    /// The page of `--html`, where a trace differs.
    private func writePage(of result: CheckResult) throws {
        guard let folder = arguments.value(of: .pages), let difference = result.difference else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(
                .outputFailed,
                "cannot make the folder '\(TerminalText.escaped(folder))': \(Self.reason(error)). Choose another with "
                    + "--html.")
        }
        let file = try ReplacedFile(path: "\(folder)/\(result.golden.name).html")
        try file.replace { writer in
            let output = TextOutput { try writer.write($0) }
            try ComparisonPage().render(difference, to: output)
            try output.flush()
        }
    }

    private func outcome(of trace: Trace, _ golden: GoldenTrace) throws -> GoldenTrace.Outcome {
        do {
            return try golden.check(trace, record: mode, ignoring: ignoring)
        } catch let error as TraceReadError {
            throw error
        } catch {
            throw CommandFailure(
                .outputFailed,
                "cannot write to '\(TerminalText.escaped(folder))': \(Self.reason(error)). Choose another with --golden."
            )
        }
    }

    /// What the system says of an error of Foundation's, without a full stop.
    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        let system = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        guard system.domain == NSPOSIXErrorDomain else {
            return TerminalText.escaped(String(error.localizedDescription.reversed().drop { $0 == "." }.reversed()))
        }
        return SystemFailure(code: Int32(system.code)).description
    }

    /// Refuses the name of a file for an option that takes a folder.
    private func expectFolder(of option: OptionDefinition) throws {
        guard let path = arguments.value(of: option) else { return }
        var isFolder: ObjCBool = true
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
            throw CommandFailure.usage(
                "--\(option.name) takes a folder, and '\(TerminalText.escaped(path))' is a file. Name another.")
        }
    }
}

import Foundation
import RxTraceExploring
import RxTraceKit

extension CommandDefinition {
    private static let orders = OptionDefinition(
        name: "orders", value: .number(placeholder: "N", range: 1...1_000_000),
        summary: "run at most so many orders (default: 500)")
    private static let time = OptionDefinition(
        name: "for", value: .number(placeholder: "SECONDS", range: 1...86_400),
        summary: "run orders for so long, without a limit to their number")
    private static let seed = OptionDefinition(
        name: "seed", value: .number(placeholder: "N", range: 0...1_000_000_000),
        summary: "the number that chance begins with; another gives other orders (default: 1)")
    private static let depth = OptionDefinition(
        name: "depth", value: .number(placeholder: "N", range: 1...8),
        summary: "how many priorities change in an order made by chance (default: one, two and three in turn)")
    private static let jobs = OptionDefinition(
        name: "jobs", short: "j", value: .number(placeholder: "N", range: 1...64),
        summary: "run so many orders at once (default: one per processor)")
    private static let limit = OptionDefinition(
        name: "timeout", value: .number(placeholder: "SECONDS", range: 1...86_400),
        summary: "end an order after so long (default: 10)")
    private static let clock = OptionDefinition(
        name: "time", value: .choice(["virtual", "real"]),
        summary: "the program's clock (default: virtual time, which stands still while a thread can go on, and then "
            + "jumps to the next timer)")
    private static let outcome = OptionDefinition(
        name: "outcome", value: .choice(OrderOutcome.Aspect.allCases.map(\.rawValue)),
        summary: "what two orders must agree in to have one outcome, besides how they end: events and output (all, the "
            + "default), one of the two, what `lint` and `leaks` find, or the whole trace in its canonical form")
    private static let format = OptionDefinition(
        name: "format", value: .choice(["text", "json"]), summary: "how to write the outcomes (default: text)")

    static let explore = CommandDefinition(
        name: "explore", summary: "run a program in all orders of its threads, and tell the outcomes",
        operand: Operand(
            placeholder: "INPUT",
            summary: "a sample's name (see `rxtrace list`), or Swift files or a folder of them. "
                + "Words after -- are the program's arguments",
            isNeeded: true, words: Operand.input.words, takesProgramArguments: true,
            allowsAfter: Operand.input.allowsAfter),
        options: [
            orders, time, seed, depth, jobs, limit, clock, outcome, format, ExploreCommand.asTest,
            ExploreCommand.recordings, ExploreCommand.all, .width, .values, .output,
        ],
        examples: [
            Example(line: "rxtrace explore Search.swift", purpose: "all orders, or 500 of more"),
            Example(
                line: "rxtrace explore Search.swift --for 30 --seed 7",
                purpose: "for half a minute, other orders by chance"),
            Example(line: "rxtrace explore observe-on --format json", purpose: "for another program"),
        ],
        run: { arguments in
            if arguments.has(ExploreCommand.asTest) {
                let others = [time, seed, depth, jobs, limit, clock, outcome, format, ExploreCommand.recordings]
                try arguments.refuse(
                    others + [ExploreCommand.all, .width, .values],
                    because: "--test only prints a test")
            }
            var limits = OrderSearch.Limits()
            limits.orders = arguments.number(of: orders) ?? limits.orders
            limits.time = arguments.number(of: time)
            limits.seed = UInt64(arguments.number(of: seed) ?? 1)
            limits.depth = arguments.number(of: depth)
            let wanted = ProcessInfo.processInfo.environment["RXTRACE_ORDERS"]
            limits.every = wanted == "every"
            if wanted == "locks" { limits.seen = .init(.locks) }
            limits.jobs = arguments.number(of: jobs) ?? ProcessInfo.processInfo.activeProcessorCount
            try ExploreCommand(
                arguments: arguments, limits: limits, timeLimit: arguments.number(of: limit) ?? 10,
                compared: arguments.choice(of: outcome) ?? .all,
                isJSON: arguments.value(of: format) == "json"
            ).run()
        })
}

/// Explores a program; more than one outcome, a deadlock or a trap is a finding.
struct ExploreCommand {
    static let recordings = OptionDefinition(
        name: "recordings", value: .text(placeholder: "DIR"),
        summary: "keep a recording per outcome in DIR, as 1.rxtrace, 2.rxtrace and so on")

    static let all = OptionDefinition(
        name: "all", summary: "write every event and line of every outcome (default: what tells it from the commonest)")

    static let asTest = OptionDefinition(
        name: "test", summary: "print a test that explores the program, to paste into a package")

    let arguments: ParsedArguments
    let limits: OrderSearch.Limits
    let timeLimit: Int
    let compared: OrderOutcome.Aspect
    let isJSON: Bool

    func run() throws {
        let input = try TraceInput(arguments, takesTraces: false)
        if arguments.has(Self.asTest) { return try writeTest(of: input) }
        try makeFolder()
        let standardOutput = try StandardOutput.divert(judges: true)
        let destination = try OutputDestination(path: arguments.value(of: .output), standardOutput: standardOutput)
        let request = try RecordingRequest(arguments)
        switch input {
        case .program(let run):
            try ProgramBuild(run.program, tellsOfAtomics: true).withExecutable { executable, _ in
                try explore(
                    ExploredProgram(
                        name: run.program.name, executable: executable, arguments: run.arguments, timeLimit: timeLimit,
                        environment: request.environment),
                    destination, source: run.program.files.count == 1 ? run.program.files.first?.name : nil)
            }
        case .sample(let sample):
            try explore(
                ExploredProgram(
                    name: sample.name, executable: CoreModules.ownPath,
                    arguments: [RecordedProgram.replayArgument, sample.name], timeLimit: timeLimit,
                    environment: request.environment),
                destination)
        case .file(let word): throw Self.isTrace(word)
        case .standardInput: throw Self.isTrace("-")
        }
    }

    /// The words that give a program the clocks that it was explored with.
    static func clock(_ arguments: ParsedArguments) -> String {
        arguments.value(of: .time) == "real" ? " --time real" : ""
    }

    private static func isTrace(_ word: String) -> CommandFailure {
        .usage(
            "`rxtrace explore` runs a program, and '\(TerminalText.escaped(word))' is a trace. Name a Swift file or a "
                + "sample.")
    }

    private func explore(
        _ program: ExploredProgram, _ destination: OutputDestination, source: String? = nil
    ) throws {
        let signals = try SignalPipe(SignalPipe.ending)
        var program = program
        program.stop = StopRequest(descriptor: signals.descriptor)
        program.compared = compared
        program.hasRealTime = arguments.value(of: .time) == "real"
        Progress.shared.begin("exploring", program.name)
        let exploration = try Exploration(program, limits)
        let recordings = try keepRecordings(of: exploration)
        let words = ShellText.words(arguments.operands)
        let behind = arguments.programArguments.isEmpty ? "" : " -- " + ShellText.words(arguments.programArguments)
        try destination.write { output in
            let style = OutputStyle(arguments, destination)
            let report = ExplorationReport(
                exploration, recordings: recordings, width: style.width,
                everything: "rxtrace explore \(words) --all\(behind)",
                isWhole: arguments.has(Self.all), source: source.map { SourceRoot.relative($0) }
            ) { token in
                "rxtrace run \(words) --order \(token)\(Self.clock(arguments))\(behind)"
            }
            try output.write(isJSON ? ExplorationDocument(exploration).text : report.text)
        }
        if exploration.isStopped { Self.tellStop(signals) }
        if exploration.isFault { throw CommandFinding() }
    }

    /// Keeps why an exploration was ended before it was done, as the command's failure.
    static func tellStop(_ signals: SignalPipe) {
        guard let status = signals.takeStatus() else { return }
        let reason = status == .hungUp ? "the terminal was closed" : "the exploration was asked to end"
        PendingFailure.set(CommandFailure(status, "\(reason); what it found until then is shown."))
    }

    private func writeTest(of input: TraceInput) throws {
        guard case .program(let run) = input, let file = run.program.files.first, run.program.files.count == 1 else {
            throw CommandFailure.usage(
                "--test makes a test of a program that is one Swift file. Call expectOneOutcome in a test of your own: see "
                    + "docs/orders.md.")
        }
        let destination = try OutputDestination(
            path: arguments.value(of: .output), standardOutput: try StandardOutput.divert())
        let source = String(decoding: file.content, as: UTF8.self)
        try destination.write { output in
            try output.write(ExplorationTest(name: run.program.name, source: source, orders: limits.orders).text)
        }
    }

    private func makeFolder() throws {
        guard let folder = arguments.value(of: Self.recordings) else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(
                .outputFailed,
                "cannot make the folder '\(TerminalText.escaped(folder))'. Choose another with --recordings.")
        }
    }

    /// Returns the paths; no outcome has one where the program records nothing.
    private func keepRecordings(of exploration: Exploration) throws -> [String] {
        guard let folder = arguments.value(of: Self.recordings), !exploration.isStopped else { return [] }
        return try exploration.outcomes.enumerated().compactMap { index, outcome in
            let path = "\(folder)/\(index + 1).\(RecordingFile.fileExtension)"
            guard let bytes = try exploration.recording(of: outcome) else { return nil }
            try ReplacedFile(path: path).replace { file in try bytes.withUnsafeBytes { try file.write($0) } }
            return path
        }
    }
}

import Foundation
import RxTraceKit

extension CommandDefinition {
    static let browse = CommandDefinition(
        name: "browse", summary: "look around in a trace, in the terminal: its calls, causes and effects",
        operand: .neededInput,
        options: [BrowseCommand.zoom, .ascii, .color] + OptionDefinition.filtering + BrowseCommand.inputOptions,
        terms: BrowseHelp.keys.map { .init(word: $0.keys, meaning: $0.meaning) },
        termsTitle: "Keys",
        examples: [
            Example(line: "rxtrace browse retry", purpose: "a sample; H shows the keys"),
            Example(line: "rxtrace browse Search.swift", purpose: "compile a program, run it, and look around"),
            Example(line: "rxtrace browse out.rxtrace", purpose: "a recording, also while it is written"),
            Example(line: "rxtrace browse trace.json --only Cell.swift", purpose: "the calls of one file, and below"),
        ],
        run: { try BrowseCommand($0).run() })
}

extension OptionDefinition {
    static let browse = OptionDefinition(
        name: "browse", summary: "look around in it in the terminal, as `rxtrace browse` does")
}

/// Reads the input and shows it on the screen.
struct BrowseCommand {
    static let zoom = OptionDefinition(
        name: OptionDefinition.zoom.name, value: OptionDefinition.zoom.value,
        summary: "how close to look at first (default: \(usualZoom.rawValue))")
    private static let usualZoom = Zoom.operators
    static let inputOptions = OptionDefinition.rendering.filter { $0.name != OptionDefinition.output.name }

    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() throws {
        let input = try TraceInput(arguments)
        let style = OutputStyle(arguments, terminalDescriptor: STDOUT_FILENO)
        // What the scenario prints, also after its end, is no part of the screen.
        let output = try StandardOutput.divert()
        guard let screen = TerminalScreen(output: output, usesColor: style.usesColor, usesMouse: true) else {
            throw CommandFailure(
                .unavailable,
                "`rxtrace browse` needs a terminal that can be drawn on. `rxtrace tree` writes the calls to a file or a "
                    + "pipe.")
        }
        let request = try RecordingRequest(arguments)
        var status: ExitStatus?
        do {
            status = try browse(input, request, on: screen, byIndex: true)
        } catch is RecordingIndexDamage {
            // One of the two was changed since.
            status = try browse(input, request, on: screen, byIndex: false)
        }
        if let status { throw CommandFailure(status, "looking around was ended by a signal.") }
    }

    private func browse(
        _ input: TraceInput, _ request: RecordingRequest, on screen: TerminalScreen, byIndex: Bool
    ) throws -> ExitStatus? {
        let recorded = try opened(input, request, byIndex: byIndex, tells: true)
        silence()
        let first = try FilterOptions(arguments).filter(for: recorded.source)
        var known: (source: any TraceSource, fault: String?)? = (recorded.source, recorded.fault)
        let browser = try Browser(
            name: recorded.source.title, path: recorded.path,
            zoom: arguments.choice(of: Self.zoom) ?? Self.usualZoom, base: first,
            isASCII: arguments.has(.ascii), screen: screen
        ) {
            defer { known = nil }
            if let known { return (known.source, known.fault) }
            let again = try opened(input, request, byIndex: byIndex)
            return (again.source, again.fault)
        }
        return try browser.run()
    }

    /// Recordings of fewer calls are held in memory as a whole.
    private static let mostInMemory = 250_000

    /// The trace in the form that was asked for; with the path where it is a recording that may still be written.
    private func opened(
        _ input: TraceInput, _ request: RecordingRequest, byIndex: Bool, tells: Bool = false
    ) throws -> (source: any TraceSource, fault: String?, path: String?) {
        let analysis = AnalysisSource(arguments)
        guard case .file(let path) = input, RecordedInput.isRecording(path) else {
            return (try analysis.inForm(input.source(request)), nil, nil)
        }
        // Its damage is told on the screen: a recording without an end is one that is still written.
        let recording = try recording(path, byIndex: byIndex, tells: tells)
        return (
            try analysis.inForm(request.applied(to: recording)),
            recording.problem == nil ? nil : "incomplete", path
        )
    }

    /// A long recording by its index, which is made where there is none yet.
    ///
    /// - Parameter tells: whether progress is told, while there is no screen yet.
    private func recording(_ path: String, byIndex: Bool, tells: Bool) throws -> TraceRecording {
        func indexed() -> TraceRecording? {
            guard byIndex, let recording = TraceRecording(byIndexOf: path, named: path, in: .ofUser),
                recording.callCount > Self.mostInMemory
            else { return nil }
            return recording
        }
        if let recording = indexed() { return recording }
        let recording = try TraceRecording(
            contentsOf: path, named: path, meter: tells ? Progress.shared.reading(path) : nil, indexes: .ofUser)
        return recording.callCount > Self.mostInMemory && recording.problem == nil ? indexed() ?? recording : recording
    }

    /// What a scenario leaves behind may print at any time.
    private func silence() {
        let nowhere = Foundation.open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { return }
        dup2(nowhere, STDOUT_FILENO)
        close(nowhere)
    }
}

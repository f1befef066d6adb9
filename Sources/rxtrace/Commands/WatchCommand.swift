import Foundation
import RxTraceExploring
import RxTraceKit

extension CommandDefinition {
    static let watch = CommandDefinition(
        name: "watch", summary: "render anew when a file changes, or look into a running program",
        operand: Operand(
            placeholder: "FILES | RECORDING | -- PROGRAM",
            summary:
                "Swift files, a folder of them or a trace: rendered again when one changes. A recording (.rxtrace): "
                + "shown live while a program writes it. Or -- and a program with its arguments: started, recorded "
                + "and shown live",
            takesProgramArguments: true, isProgramByItself: true,
            allowsAfter: { ($0 + [$1]).allSatisfy(SwiftProgram.isNamed(by:)) }),
        options: WatchCommand.pictureOptions + WatchCommand.commonOptions + [WatchCommand.every, WatchCommand.output],
        terms: [
            .init(word: "space", meaning: "pause the live view"),
            .init(word: "/", meaning: "show only rows with a text"),
            .init(word: "arrows, Enter", meaning: "choose and open subscriptions: their ages and events"),
            .init(word: "o", meaning: "the text that the program printed"),
            .init(word: "r", meaning: "render again now"),
            .init(word: "?", meaning: "the keys and figures"),
            .init(word: "q, Ctrl-C", meaning: "quit"),
        ],
        termsTitle: "Keys",
        examples: [
            Example(line: "rxtrace watch Search.swift --zoom user", purpose: "the tree, whenever the file is saved"),
            Example(line: "rxtrace watch -- .build/debug/App --port 8080", purpose: "what a program does now"),
            Example(line: "rxtrace watch out.rxtrace --only ThrottleSink", purpose: "what another process records"),
            Example(line: "rxtrace watch --every 60 -- ./Server > load.txt", purpose: "a snapshot per minute"),
        ],
        run: { try WatchCommand($0).run() })
}

/// Renders an input again whenever it changes, or shows a recording live.
struct WatchCommand {
    static let every = OptionDefinition(
        name: "every", value: .number(placeholder: "SECONDS", range: 1...86_400),
        summary: "write a snapshot of the live view so often, without a terminal (default: one at the end)")
    static let output = OptionDefinition(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        summary: "write the rendering to FILE each time; for a program, keep its recording in FILE")

    /// The options of a rendering, which the live view does not have.
    static let pictureOptions: [OptionDefinition] =
        [.format, .zoom] + OptionDefinition.folding
        + [.noTimes, .names, .depth, .around, .context, .canonical, .timeout]
    static let commonOptions: [OptionDefinition] =
        [.width, .ascii, .color, .only, .except, .hide, .minimumTime, .subscription, .thread]
        + OptionDefinition.recording

    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    func run() throws {
        if arguments.operands.isEmpty {
            guard !arguments.programArguments.isEmpty else {
                throw CommandFailure.usage(
                    "`rxtrace watch` needs a file, or -- and a program: rxtrace watch Search.swift, rxtrace watch -- ./app."
                )
            }
            return try watchProgram(arguments.programArguments)
        }
        // Also the input of no kind that can be watched is told of here.
        let input = try TraceInput(arguments)
        switch input {
        case .sample(let sample):
            throw CommandFailure.usage(
                "the sample '\(sample.name)' does not change. Name a file, or see `rxtrace run \(sample.name)`.")
        case .standardInput:
            throw CommandFailure.usage("standard input cannot be watched. Name the file of a recording.")
        case .file(let path) where isLive(path): try watchRecording(path)
        case .file(let path):
            if access(path, X_OK) == 0 {
                throw CommandFailure.usage(
                    "'\(TerminalText.escaped(path))' is a program. Type: rxtrace watch -- \(TerminalText.escaped(path))"
                )
            }
            try watchPicture([path])
        case .program: try watchPicture(arguments.operands)
        }
    }

    /// Whether a file is a recording that no rendering was asked of.
    private func isLive(_ path: String) -> Bool {
        !Self.pictureOptions.contains { arguments.has($0) } && !arguments.has(Self.output)
            && (RecordedInput.isRecording(path) || path.hasSuffix(".\(RecordingFile.fileExtension)"))
    }

    private func watchPicture(_ paths: [String]) throws {
        let options = Self.pictureOptions + Self.commonOptions + [Self.output]
        // Wrong words are told at once, rather than by each rendering.
        _ = try RecordingRequest(arguments)
        let style = OutputStyle(arguments, terminalDescriptor: STDOUT_FILENO)
        let screen = arguments.has(Self.output) ? nil : screen(style)
        var words = arguments.words(of: options) + arguments.operands
        if screen != nil, !arguments.has(.color) {
            words.insert("--color=\(style.usesColor ? "always" : "never")", at: 0)
        }
        if !arguments.programArguments.isEmpty { words += ["--"] + arguments.programArguments }
        let name = paths.joined(separator: " ")
        let status = try PictureWatch(name: name, words: words, paths: paths, screen: screen).run()
        if status != .done { throw CommandFailure(status, "watching was ended by a signal.") }
    }

    private func watchRecording(_ path: String) throws {
        if let stop = try liveWatch(name: path, path: path).run() {
            throw CommandFailure(Self.status(of: stop), "watching was ended by a signal.")
        }
    }

    private func watchProgram(_ words: [String]) throws {
        if let option = Self.pictureOptions.first(where: { arguments.has($0) }) {
            throw CommandFailure.usage(
                "--\(option.name) is for a rendering; a program is shown live. Leave it out, or record the program and "
                    + "render that: RXTRACE=out.rxtrace \(TerminalText.escaped(words[0]))")
        }
        let program = try Self.program(words[0])
        let request = try RecordingRequest(arguments)
        let folder = try TemporaryDirectory()
        let path = arguments.value(of: Self.output) ?? folder.path(RecordingFile.name)
        try request.expectVariables()
        try RecordingRequest.expectPlace(path)
        let watch = try liveWatch(name: words[0], path: path)
        let hasScreen = hasScreen
        let end = try watch.run {
            try WatchedProcess(
                program, Array(words.dropFirst()), environment: request.environment(file: path), isCaptured: hasScreen)
        }
        if let stop = end.stop {
            throw CommandFailure(Self.status(of: stop), "watching was ended by a signal, and the program with it.")
        }
        // That the user quit, and ended the program by that, is no failure.
        if !watch.hasRecording || !watch.endedProgram {
            PendingFailure.set(end.failure(hasRecording: watch.hasRecording, isLinked: false))
        }
    }

    private var hasScreen: Bool { screen(OutputStyle(arguments, terminalDescriptor: STDOUT_FILENO)) != nil }

    private func screen(_ style: OutputStyle) -> TerminalScreen? {
        let output = DescriptorWriter(descriptor: STDOUT_FILENO, place: "standard output")
        return TerminalScreen(output: output, usesColor: style.usesColor)
    }

    private func liveWatch(name: String, path: String) throws -> LiveWatch {
        let style = OutputStyle(arguments, terminalDescriptor: STDOUT_FILENO)
        let output = DescriptorWriter(descriptor: STDOUT_FILENO, place: "standard output")
        return try LiveWatch(
            name: name, path: path, filter: FilterOptions(arguments).liveFilter(), isASCII: arguments.has(.ascii),
            screen: screen(style),
            plain: LiveWatch.Plain(
                output: output, width: style.width ?? 100, every: arguments.number(of: Self.every)))
    }

    private static func status(of stop: ProgramEnd.Stop) -> ExitStatus {
        switch stop {
        case .interrupted: .interrupted
        case .hungUp: .hungUp
        case .terminated, .timedOut: .terminated
        }
    }

    /// The file of a program: as a shell finds it.
    private static func program(_ word: String) throws -> String {
        let folders =
            word.contains("/") ? [] : (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = word.contains("/") ? [word] : folders.map { "\($0)/\(word)" }
        if let path = found.first(where: FileManager.default.isExecutableFile) { return path }
        throw CommandFailure(
            .noInput,
            "there is no program '\(TerminalText.escaped(word))'. Name it by its path, such as ./app, or build it first."
        )
    }
}

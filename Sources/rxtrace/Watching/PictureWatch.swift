import Foundation

/// Renders an input again whenever its files change, by a `rxtrace run` of its own: a change ends one that still goes on.
final class PictureWatch {
    /// Changes within so many seconds are one.
    private static let quiet: TimeInterval = 0.1
    /// How often files are looked at where nothing tells of changes, and how often a run's time is shown.
    private static let interval: TimeInterval = 0.5

    private let words: [String]
    private let files: FileWatcher
    private let screen: TerminalScreen?
    private let loop: EventLoop
    private var state: PictureLayout.State
    private var process: WatchedProcess?
    private var started = Date()
    private var output: [UInt8] = []
    private var errors: [UInt8] = []

    /// - Parameters:
    ///   - words: those of the `rxtrace run`.
    ///   - paths: the files and folders it reads.
    ///   - screen: nil to write each rendering where `rxtrace run` does.
    init(name: String, words: [String], paths: [String], screen: TerminalScreen?) throws {
        self.words = words
        files = FileWatcher(paths)
        self.screen = screen
        loop = try EventLoop(screen)
        state = PictureLayout.State(name: name)
    }

    /// Goes on until somebody ends it.
    func run() throws -> ExitStatus {
        try screen?.enter()
        defer {
            screen?.leave()
            process?.stop()
        }
        try start()
        while true {
            try draw()
            let descriptors = [process?.output ?? -1, process?.errors ?? -1, files.descriptor]
            for event in try loop.wait(for: descriptors, seconds: Self.interval) {
                switch event {
                case .ended(let status): return status
                case .resized: screen?.forget()
                case .key(.character("q")): return .done
                case .key(.character("r")): try start()
                case .key(let key): _ = state.press(key, height: layout.height(state))
                case .readable(let descriptor): read(descriptor)
                }
            }
            if files.hasChanged() {
                // An editor writes in several steps.
                repeat { usleep(useconds_t(Self.quiet * 1e6)) } while files.hasChanged()
                try start()
            }
            finish()
        }
    }

    private var layout: PictureLayout {
        let size = screen?.size ?? TerminalScreen.Size(columns: 80, rows: 24)
        return PictureLayout(columns: size.columns, rows: size.rows)
    }

    private func draw() throws {
        guard let screen else { return }
        state.running = process == nil ? nil : Int(Date().timeIntervalSince(started))
        try screen.show(layout.lines(state))
    }

    private func start() throws {
        process?.stop()
        (output, errors, started) = ([], [], Date())
        let style = screen.map { ["--width=\(max(20, $0.size.columns))"] } ?? []
        process = try WatchedProcess(
            CoreModules.ownPath, ["run"] + style + words, isCaptured: screen != nil, outputIsOwn: true)
    }

    private func read(_ descriptor: Int32) {
        guard let process, descriptor >= 0 else { return }
        if descriptor == process.output {
            output += process.read(descriptor)
        } else if descriptor == process.errors {
            errors += process.read(descriptor)
        }
    }

    /// Takes over what a run has made, once it has ended.
    private func finish() {
        guard let process else { return }
        process.look()
        guard let end = process.end else { return }
        // What it left in its pipes; whoever else has them open is not waited for.
        for descriptor in [process.output, process.errors] where descriptor >= 0 {
            var bytes: [UInt8]
            repeat {
                bytes = EventLoop.bytes(descriptor)
                if descriptor == process.output { output += bytes } else { errors += bytes }
            } while !bytes.isEmpty
        }
        self.process = nil
        guard screen != nil else { return }
        if !output.isEmpty {
            state.picture = Self.lines(output).map { text in
                var line = ScreenLine()
                line.add(rendered: text)
                return line
            }
            state.count += 1
            state.scroll = min(state.scroll, max(0, state.picture.count - 1))
        }
        state.message = end == .exit(0) ? [] : Self.lines(errors)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }.dropLast()
    }
}

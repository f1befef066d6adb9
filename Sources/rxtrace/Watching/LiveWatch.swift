import Foundation
import RxTraceKit

/// Follows a recording while it is written, on a screen or without one.
final class LiveWatch {
    /// How many bytes of the recording are read between two looks at the keys.
    private static let step = 1 << 17
    /// How often there may be news: a program writes its recording four times a second.
    private static let interval: TimeInterval = 0.25
    /// Where a recording of another process has not grown for so long, it may never again.
    private static let patience: TimeInterval = 10

    /// Where snapshots go that are no screen.
    struct Plain {
        var output: DescriptorWriter
        var width: Int
        /// Seconds between two snapshots; nil for one at the end.
        var every: Int?
    }

    private let name: String
    private let path: String
    private let filter: TraceFilter
    private let isASCII: Bool
    private let screen: TerminalScreen?
    private let plain: Plain
    private let loop: EventLoop
    /// The program whose recording it is; nil where that is not this command's.
    private var program: WatchedProcess?
    /// What was at the path before the program started: no recording of its own.
    private var before: FileStamp?
    /// Whether the program still ran when the user had seen enough.
    private(set) var endedProgram = false

    private var recording: GrowingRecording?
    private var activity: LiveActivity
    /// What is shown while the picture is paused.
    private var paused: (activity: LiveActivity, status: LiveLayout.Status)?
    private var state = LiveViewState()
    private var output = LastLines()
    /// When the recording last grew, and how far it reached then.
    private var grown = Date()
    /// Whether all that was there at first has been read: what comes is written now.
    private var hasCaughtUp = false
    /// Whether somebody writes the recording, as far as has been seen.
    private var isWritten = false
    private var isBehind = false
    private var drawn = Date.distantPast
    private var told = Date()

    init(
        name: String, path: String, filter: TraceFilter, isASCII: Bool, screen: TerminalScreen?, plain: Plain
    ) throws {
        self.name = name
        self.path = path
        self.filter = filter
        self.isASCII = isASCII
        self.screen = screen
        self.plain = plain
        loop = try EventLoop(screen)
        activity = LiveActivity(filter)
    }

    /// Follows the recording of a program that `start` starts, until the user has seen enough; without a screen, until it
    /// ends.
    ///
    /// - Returns: how the program ended, and why that was this command's doing.
    func run(_ start: () throws -> WatchedProcess) throws -> ProgramEnd {
        before = FileStamp(path)
        program = try start()
        defer { program?.stop() }
        let stop = try follow()
        endedProgram = program?.end == nil
        program?.stop()
        return ProgramEnd(how: program?.end ?? .exit(0), stop: stop)
    }

    /// Follows a recording that is there, until the user has seen enough; without a screen, until it ends, or only as far
    /// as it is where no snapshots were asked for.
    func run() throws -> ProgramEnd.Stop? { try follow() }

    private func follow() throws -> ProgramEnd.Stop? {
        try screen?.enter()
        defer { screen?.leave() }
        while true {
            try read()
            try show()
            if screen == nil, isOver {
                try tell()
                return nil
            }
            let descriptors = [program?.output ?? -1, program?.errors ?? -1]
            for event in try loop.wait(for: descriptors, seconds: isBehind ? 0 : Self.interval) {
                switch event {
                case .ended(let status): return Self.stop(status)
                case .resized: screen?.forget()
                case .readable(let descriptor): output.add(program?.read(descriptor) ?? [])
                case .key(let key): if press(key) { return nil }
                }
                drawn = .distantPast
            }
        }
    }

    private static func stop(_ status: ExitStatus) -> ProgramEnd.Stop {
        switch status {
        case .hungUp: .hungUp
        case .interrupted: .interrupted
        default: .terminated
        }
    }

    /// Answers whether the user has seen enough.
    private func press(_ key: Key) -> Bool {
        let shown = paused?.activity ?? activity
        switch state.press(key, groups: LiveLayout.groups(shown, state)) {
        case .quit: return true
        case .pause: paused = (activity, status)
        case .goOn: paused = nil
        case .follow(let group):
            activity.follow(group)
            paused?.activity.follow(group)
        case nil: break
        }
        return false
    }

    /// Whether the program has begun a recording.
    var hasRecording: Bool { FileStamp.isWritten(path, since: before) }

    /// Whether nothing more will come, or is waited for.
    private var isOver: Bool {
        guard !isBehind else { return false }
        if let program { return program.end != nil }
        return recording?.hasEnd == true || plain.every == nil
    }

    private func read() throws {
        // Looked at before the file: what a program wrote before its end is read after it.
        program?.look()
        isBehind = false
        if recording?.isReplaced == true {
            recording = nil
            activity = LiveActivity(filter)
            hasCaughtUp = false
        }
        if recording == nil, program == nil || hasRecording {
            recording = try GrowingRecording(path: path, named: path)
        }
        guard let recording, let part = try recording.readOn(limit: Self.step) else {
            hasCaughtUp = true
            return
        }
        isBehind = true
        isWritten = hasCaughtUp
        grown = Date()
        activity.add(part.calls, facts: recording)
        activity.end(part.ended)
    }

    /// Seconds since the recording last grew.
    private var quiet: TimeInterval { max(0, Date().timeIntervalSince(grown)) }

    private var status: LiveLayout.Status {
        var status = LiveLayout.Status(name: recording?.scenario ?? name, word: "running")
        let isEnded = recording?.hasEnd == true || program?.end != nil
        switch program?.end {
        case .exit(0): status.word = "ended"
        case .exit(let code): (status.word, status.isFault) = ("ended with status \(code)", true)
        case .signal(let number): (status.word, status.isFault) = ("ended by signal \(number)", true)
        case nil:
            if recording?.hasEnd == true {
                status.word = "ended"
            } else if recording?.scenario == nil {
                status.word = "waiting for its first calls"
            } else if program == nil, !isWritten || quiet > Self.patience {
                status.word = isWritten ? "no news for \(Int(quiet)) s" : "no end yet"
            }
        }
        status.output = output.all
        status.dropped = recording?.drops.total ?? 0
        status.faults = recording?.faults
        status.behind = recording.map { $0.bytesWritten - $0.bytesRead } ?? 0
        status.now = max(activity.time, recording?.end ?? 0)
        // Nothing is written where nothing happens, and time goes on: for ever only where the program is known to run.
        if !isEnded, !isBehind, recording?.scenario != nil, program != nil || isWritten {
            status.now += UInt64((program == nil ? min(quiet, Self.patience) : quiet) * 1e9)
        }
        return status
    }

    private func show() throws {
        let interval = isBehind ? Self.interval : Self.interval / 2
        guard Date().timeIntervalSince(drawn) >= interval else { return }
        drawn = Date()
        let status = status
        activity.advance(to: status.now)
        if let every = plain.every, screen == nil, Date().timeIntervalSince(told) >= Double(every) {
            told = Date()
            try tell()
        }
        guard let screen else { return }
        let size = screen.size
        let layout = LiveLayout(columns: size.columns, rows: size.rows, isASCII: isASCII)
        try screen.show(layout.lines(paused?.activity ?? activity, paused?.status ?? status, state))
    }

    /// Writes a snapshot.
    private func tell() throws {
        let layout = LiveLayout(columns: plain.width, rows: .max, isASCII: isASCII)
        let lines = layout.snapshot(activity, status).map { line in
            String(line.plain.reversed().drop { $0 == " " }.reversed())
        }
        try plain.output.write(lines.joined(separator: "\n") + "\n\n")
    }
}

import Foundation
import Testing

/// A terminal without a screen.
final class PseudoTerminal {
    /// The side of the program.
    let descriptor: Int32
    /// The side of the keyboard and the screen.
    private var controller: Int32
    /// The path of the program's side.
    private let name: String

    init() throws {
        #if os(Linux)
            // Glibc's module leaves out posix_openpt and its family; these are the requests it makes of the system.
            controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (number, unlocked): (Int32, Int32) = (0, 0)
            let (unlock, askForNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            try #require(ioctl(controller, unlock, &unlocked) == 0 && ioctl(controller, askForNumber, &number) == 0)
            name = "/dev/pts/\(number)"
        #else
            controller = posix_openpt(O_RDWR | O_NOCTTY)
            try #require(controller >= 0 && grantpt(controller) == 0 && unlockpt(controller) == 0)
            name = String(cString: try #require(ptsname(controller)))
        #endif
        descriptor = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
        if controller >= 0 { close(controller) }
    }

    /// Closes the terminal, as a window is closed.
    func hangUp() {
        close(controller)
        controller = -1
    }

    /// Starts a program as the first of a session that this terminal controls, as a shell or `ssh` does.
    func start(_ path: String, _ arguments: [String], environment: [String: String]) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
            let newSession: Int16 = 0x0400
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            let newSession: Int16 = 0x80
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGHUP, SIGQUIT, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The first terminal that the first process of a session opens is the one that controls it.
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var identifier: pid_t = 0
        try #require(posix_spawn(&identifier, path, &actions, &attributes, &words, &settings) == 0)
        return identifier
    }

    func setWidth(_ columns: UInt16, rows: UInt16 = 24) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// Whether lines are edited and shown as they are typed, as for a shell.
    var isUsual: Bool {
        var mode = termios()
        return tcgetattr(descriptor, &mode) == 0 && mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        try #require(write(controller, bytes, bytes.count) == bytes.count)
    }

    /// What has come to the screen since the last time, after waiting for it up to `limit`.
    func read(until limit: Date) -> [UInt8] {
        var request = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, Int32(max(0, limit.timeIntervalSinceNow * 1000))) > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Foundation.read(controller, buffer.baseAddress, buffer.count))
        }
    }
}

/// The built command in a terminal of its own.
final class TerminalSession {
    /// No command takes so long to show what is waited for, even on a machine with many others' work; in seconds. A test
    /// that would wait for ever fails instead.
    static let patience: TimeInterval = 600

    let terminal: PseudoTerminal
    let process = Process()
    private var bytes: [UInt8] = []

    init(
        _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24, environment: [String: String] = [:],
        currentFolder: String? = nil
    ) throws {
        terminal = try PseudoTerminal()
        terminal.setWidth(columns, rows: rows)
        process.executableURL = URL(filePath: try #require(BuiltCommand.path, "the binary is built with the tests"))
        process.arguments = arguments
        let own = ["TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"]
        process.environment = BuiltCommand.environment.merging(own) { $1 }.merging(environment) { $1 }
        if let currentFolder { process.currentDirectoryURL = URL(filePath: currentFolder) }
        let side = FileHandle(fileDescriptor: terminal.descriptor, closeOnDealloc: false)
        (process.standardInput, process.standardOutput, process.standardError) = (side, side, side)
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Everything that came to the screen, its commands left out.
    var text: String {
        raw.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "\n").replacing(
            "\r", with: "")
    }

    var raw: String { String(decoding: bytes, as: UTF8.self) }

    /// Waits for a text on the screen, of which all that came before was forgotten where `isFresh`.
    func wait(for wanted: String, location: SourceLocation = #_sourceLocation) throws {
        let limit = Date().addingTimeInterval(Self.patience)
        while !text.contains(wanted) {
            let new = terminal.read(until: limit)
            if new.isEmpty, limit.timeIntervalSinceNow <= 0 || !process.isRunning {
                try #require(text.contains(wanted), "the screen has no '\(wanted)':\n\(text)", sourceLocation: location)
            }
            bytes += new
        }
    }

    /// Waits until something is so, and takes what comes to the screen meanwhile.
    func wait(location: SourceLocation = #_sourceLocation, until isSo: () -> Bool) throws {
        let limit = Date().addingTimeInterval(Self.patience)
        var isDone = isSo()
        while !isDone, process.isRunning, limit.timeIntervalSinceNow > 0 {
            bytes += terminal.read(until: Date().addingTimeInterval(0.01))
            isDone = isSo()
        }
        try #require(isDone, "the screen has:\n\(text)", sourceLocation: location)
    }

    /// Forgets what came so far, so that what is waited for is new.
    func forget() {
        bytes = []
    }

    func type(_ keys: String) throws { try terminal.type(keys) }

    /// Waits until the command has ended, and answers its status.
    func end() -> Int32 {
        let limit = Date().addingTimeInterval(Self.patience)
        while process.isRunning, limit.timeIntervalSinceNow > 0 {
            bytes += terminal.read(until: Date().addingTimeInterval(0.01))
        }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        // The rest that it wrote.
        while case let rest = terminal.read(until: Date()), !rest.isEmpty { bytes += rest }
        return process.terminationStatus
    }
}

import Foundation
import Testing

/// A terminal without a screen.
final class PseudoTerminal {
    /// The side of the program.
    let descriptor: Int32
    /// The side of the keyboard and the screen.
    private let controller: Int32

    init() throws {
        #if os(Linux)
            // Glibc's module leaves out posix_openpt and its family; these are the requests it makes of the system.
            controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (number, unlocked): (Int32, Int32) = (0, 0)
            let (unlock, askForNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            try #require(ioctl(controller, unlock, &unlocked) == 0 && ioctl(controller, askForNumber, &number) == 0)
            let name = "/dev/pts/\(number)"
        #else
            controller = posix_openpt(O_RDWR | O_NOCTTY)
            try #require(controller >= 0 && grantpt(controller) == 0 && unlockpt(controller) == 0)
            let name = String(cString: try #require(ptsname(controller)))
        #endif
        descriptor = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
        close(controller)
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

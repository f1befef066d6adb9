import CRxTraceCommand
import Foundation
import RxTraceExploring

/// A process that runs while a screen is shown: it has no keyboard, and what it prints is kept.
final class WatchedProcess {
    /// How long one that was asked to end may take before it is killed, in seconds.
    private static let grace: TimeInterval = 2

    /// The ends of the pipes from its standard output and error; -1 once they are at their end.
    private(set) var output: Int32 = -1
    private(set) var errors: Int32 = -1
    /// How it ended; nil while it runs.
    private(set) var end: ChildProcess.End?
    private let child: ChildProcess

    /// - Parameters:
    ///   - isCaptured: whether its text comes through the pipes; otherwise it has this command's own files.
    ///   - outputIsOwn: whether its standard output is a rendering, rather than text that goes to standard error.
    init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], isCaptured: Bool,
        outputIsOwn: Bool = false
    ) throws {
        rxtrace_command_adopt_orphans()
        guard isCaptured else {
            child = try ChildProcess(
                path, arguments, environment: environment, output: outputIsOwn ? nil : .standardError)
            return
        }
        let (outputPipe, errorPipe) = (Pipe(), Pipe())
        child = try ChildProcess(
            path, arguments, environment: environment, input: .nullDevice, output: outputPipe.fileHandleForWriting,
            errors: errorPipe.fileHandleForWriting)
        output = Self.take(outputPipe)
        errors = Self.take(errorPipe)
    }

    deinit {
        stop()
        for descriptor in [output, errors] where descriptor >= 0 { close(descriptor) }
    }

    /// The reading end of a pipe, for good; the writing end is the child's alone.
    private static func take(_ pipe: Pipe) -> Int32 {
        let descriptor = fcntl(pipe.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 3)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    /// What it printed since the last time, where one of its pipes is readable.
    func read(_ descriptor: Int32) -> [UInt8] {
        let bytes = EventLoop.bytes(descriptor)
        // Nothing, though it is readable: the end.
        if bytes.isEmpty {
            close(descriptor)
            if descriptor == output { output = -1 } else { errors = -1 }
        }
        return bytes
    }

    /// Looks whether it has ended.
    func look() { end = end ?? child.endedSoFar() }

    /// Ends it, and the processes it leaves behind.
    func stop() {
        look()
        guard end == nil else { return }
        child.send(SIGTERM)
        let limit = Date().addingTimeInterval(Self.grace)
        while end == nil, limit.timeIntervalSinceNow > 0 {
            usleep(10_000)
            look()
        }
        if end == nil {
            child.send(SIGKILL)
            end = child.wait()
        }
        Descendants.end()
    }
}

/// The last lines of a text that comes in pieces.
struct LastLines {
    private let limit: Int
    private(set) var lines: [String] = []
    private var rest: [UInt8] = []

    init(limit: Int = 1000) { self.limit = limit }

    mutating func add(_ bytes: [UInt8]) {
        rest += bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest.removeSubrange(...end)
        }
        // A line without an end is one as soon as it is too long.
        if rest.count > 1 << 16 {
            lines.append(String(decoding: rest, as: UTF8.self))
            rest = []
        }
        lines.removeFirst(max(0, lines.count - limit))
    }

    /// With the line that has not ended.
    var all: [String] { rest.isEmpty ? lines : lines + [String(decoding: rest, as: UTF8.self)] }
}

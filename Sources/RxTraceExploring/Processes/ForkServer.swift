import CRxTraceCommand
import Foundation
import RxTraceKit

/// A process that has loaded a program and waits before its code; it runs each order in a child that it forks (TurnForkServer.c).
///
/// Loading takes longer than what most programs do, and is done once. The process is killed when the thread ends that made it. It
/// serves one thread at a time.
final class ForkServer: @unchecked Sendable {
    /// The process has ended, and serves no order any more.
    struct Ended: Error {
        let how: ChildProcess.End
    }

    private let process: ChildProcess
    private let socket: FileHandle
    /// How the process itself ended; nil while it is not known to have.
    private var end: ChildProcess.End?

    /// Starts the process; its children's output and errors go into the files at these paths, which are there.
    ///
    /// - Throws: ``ProcessFailure`` where the system does not start it.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], output: String, errors: String
    ) throws {
        var ends: [Int32] = [-1, -1]
        let code = rxtrace_command_make_sockets(&ends)
        guard code == 0 else {
            throw ProcessFailure("cannot start '\(path)': \(SystemFailure(code: code)). Close other programs.")
        }
        socket = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process = try ChildProcess(
            path, arguments, environment: environment, input: other,
            output: FileHandle(forWritingTo: URL(filePath: output)),
            errors: FileHandle(forWritingTo: URL(filePath: errors)), hasFixedAddresses: true)
    }

    deinit {
        if !hasEnded { process.send(SIGKILL) }
        _ = waited()
    }

    var hasEnded: Bool {
        end = end ?? process.endedSoFar()
        return end != nil
    }

    /// Waits for the end of the process itself.
    private func waited() -> ChildProcess.End {
        let how = end ?? process.wait()
        end = how
        return how
    }

    /// Runs an order, as `RXTRACE_ORDER` has it, in a child, which is killed if it takes longer than the limit, in seconds.
    ///
    /// - Throws: ``Ended`` where the process itself has ended.
    func run(_ order: String, timeLimit: Int) throws(Ended) -> (how: ChildProcess.End, isStopped: Bool) {
        let words = Array(order.utf8)
        guard send(UInt32(words.count)), words.withUnsafeBytes({ send($0) }), let child = receive() else {
            throw Ended(how: waited())
        }
        let isStopped = !hasAnswer(within: timeLimit)
        // The child's number is its own until the next order.
        if isStopped { kill(child, SIGKILL) }
        guard let status = receive() else { throw Ended(how: waited()) }
        return (ChildProcess.End(status: status), isStopped)
    }

    private func hasAnswer(within seconds: Int) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let left = max(.zero, deadline - .now) / .milliseconds(1)
            var waited = pollfd(fd: socket.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&waited, 1, Int32(clamping: Int(left.rounded(.up))))
            guard count < 0, errno == EINTR else { return count != 0 }
        }
    }

    private func send(_ number: UInt32) -> Bool { withUnsafeBytes(of: number) { send($0) } }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        rxtrace_command_send(socket.fileDescriptor, bytes.baseAddress, bytes.count)
    }

    private func receive() -> Int32? {
        var number: Int32 = 0
        let isWhole = rxtrace_command_receive(socket.fileDescriptor, &number, MemoryLayout.size(ofValue: number))
        return isWhole ? number : nil
    }
}

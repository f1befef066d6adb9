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

    /// How long the process may take to answer when the child is not waited for, in seconds.
    private static let patience = 10

    /// Starts the process; what it says itself, such as why it cannot be loaded, goes into the file.
    ///
    /// - Throws: ``ProcessFailure`` where the system does not start it.
    init(_ path: String, _ arguments: [String], environment: [String: String], messages: FileHandle) throws {
        var ends: [Int32] = [-1, -1]
        let code = rxtrace_command_make_sockets(&ends)
        guard code == 0 else {
            let failure = SystemFailure(code: code)
            throw ProcessFailure("cannot start '\(path)': \(failure). \(failure.wayOut(else: "Close other programs."))")
        }
        socket = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        process = try ChildProcess(
            path, arguments, environment: environment, input: other, output: messages, errors: messages,
            hasFixedAddresses: true)
    }

    deinit { _ = stopped() }

    var hasEnded: Bool {
        end = end ?? process.endedSoFar()
        return end != nil
    }

    /// Runs an order, as `RXTRACE_ORDER` has it, in a child, which is killed if it takes longer than the limit, in seconds, or the
    /// request is made.
    ///
    /// - Parameters:
    ///   - output: takes the child's standard output.
    ///   - errors: takes its standard error.
    /// - Throws: ``Ended`` where the process itself has ended.
    func run(
        _ order: String, output: FileHandle, errors: FileHandle, timeLimit: Int, until stop: StopRequest? = nil
    ) throws(Ended) -> (how: ChildProcess.End, isStopped: Bool) {
        let words = Array(order.utf8)
        let isSent = rxtrace_command_send_files(
            socket.fileDescriptor, UInt32(words.count), output.fileDescriptor, errors.fileDescriptor)
        // No number of one process: who is sent a signal by it would be many (kill(2)).
        guard isSent, words.withUnsafeBytes({ send($0) }), let child = answer(), child > 1 else {
            throw Ended(how: stopped())
        }
        if hasAnswer(within: timeLimit, until: stop) {
            guard let status = receive() else { throw Ended(how: stopped()) }
            return (ChildProcess.End(status: status), false)
        }
        // The child's number is its own until the next order; its group has what it started.
        kill(-child, SIGKILL)
        kill(child, SIGKILL)
        // The program may have stopped the process.
        process.send(SIGCONT)
        if answer() == nil { _ = stopped() }
        return (.signal(SIGKILL), true)
    }

    /// Ends the process, if it has not ended.
    private func stopped() -> ChildProcess.End {
        if !hasEnded { process.send(SIGKILL) }
        let how = end ?? process.wait()
        end = how
        return how
    }

    private func answer() -> Int32? { hasAnswer(within: Self.patience) ? receive() : nil }

    private func hasAnswer(within seconds: Int, until stop: StopRequest? = nil) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var waited = [socket.fileDescriptor, stop?.descriptor ?? -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            let left = max(.zero, deadline - .now) / .milliseconds(1)
            let count = poll(&waited, nfds_t(waited.count), Int32(clamping: Int(left.rounded(.up))))
            guard count < 0, errno == EINTR else { return count < 0 || waited[0].revents != 0 }
        }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        rxtrace_command_send(socket.fileDescriptor, bytes.baseAddress, bytes.count)
    }

    private func receive() -> Int32? {
        var number: Int32 = 0
        let isWhole = rxtrace_command_receive(socket.fileDescriptor, &number, MemoryLayout.size(ofValue: number))
        return isWhole ? number : nil
    }
}

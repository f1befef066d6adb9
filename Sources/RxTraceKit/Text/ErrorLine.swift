import Foundation
import Synchronization

/// A line on standard error for the person who asked for a recording.
///
/// It never ends or stops the program: a standard error that is closed, full or read by nobody gets nothing.
package enum ErrorLine {
    /// How long a reader is waited for, in milliseconds.
    private static let patience: Int32 = 250

    /// The file that standard error was; no bits where nobody remembers any.
    private static let device = Atomic<UInt64>(0)
    private static let inode = Atomic<UInt64>(0)

    /// Says nothing from now on where standard error is another file than now: a program that closes its standard streams
    /// has files of its own under their numbers.
    package static func remember() {
        guard inode.load(ordering: .relaxed) == 0, let now = standardError else { return }
        device.store(now.device, ordering: .relaxed)
        inode.store(now.inode, ordering: .relaxed)
    }

    private static var standardError: (device: UInt64, inode: UInt64)? {
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return nil }
        return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
    }

    private static var isRemembered: Bool {
        let known = inode.load(ordering: .relaxed)
        guard known != 0, let now = standardError else { return true }
        return now.device == device.load(ordering: .relaxed) && now.inode == known
    }

    package static func write(_ message: String) {
        guard isRemembered else { return }
        var rest = Array("rxtrace: \(message)\n".utf8)[...]
        PipeSignal.withheld {
            while !rest.isEmpty {
                var wait = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
                let ready = poll(&wait, 1, patience)
                if ready < 0, errno == EINTR { continue }
                guard ready > 0, wait.revents & Int16(POLLOUT) != 0 else { return }
                // A pipe with room takes as much at once.
                let part = rest.prefix(Int(PIPE_BUF))
                let count = part.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}

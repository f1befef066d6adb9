import Foundation
import RxTraceKit

/// Writes whole blocks to an open file, whatever the system interrupts.
struct DescriptorWriter {
    let descriptor: Int32
    /// The file's name in messages.
    let place: String
    /// Whether the reader of a pipe that went away is told to the caller; otherwise what is written is let go.
    var needsReader = true

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = Foundation.write(descriptor, piece.baseAddress, piece.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                // Somebody who shares the descriptor made it non-blocking: wait for room.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno == EPIPE, !needsReader {
                return
            } else if errno != EINTR {
                throw OutputError(place)
            }
        }
    }

    func write(_ text: String) throws {
        try Array(text.utf8).withUnsafeBytes { try write($0) }
    }
}

/// Standard error, whose own failure leaves nobody to be told.
enum StandardError {
    static func write(_ text: String) {
        Progress.shared.end()
        try? DescriptorWriter(descriptor: STDERR_FILENO, place: "standard error").write(text)
    }
}

import Foundation

/// Writes whole blocks to an open file, whatever the system interrupts.
package struct DescriptorWriter {
    package let descriptor: Int32
    /// The file's name in messages.
    package let place: String
    /// Whether the reader of a pipe that went away is told to the caller; otherwise what is written is let go.
    private let needsReader: Bool

    package init(descriptor: Int32, place: String, needsReader: Bool = true) {
        self.descriptor = descriptor
        self.place = place
        self.needsReader = needsReader
    }

    /// - Throws: ``OutputError``.
    package func write(_ bytes: UnsafeRawBufferPointer) throws {
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

    /// Waits until the disk has what was written: what a file is replaced by has to be there first.
    ///
    /// - Throws: ``OutputError``; not where there is no disk, but a pipe.
    func synchronize() throws {
        guard fsync(descriptor) != 0, errno != EINVAL, errno != EROFS else { return }
        throw OutputError(place)
    }

    /// - Throws: ``OutputError``.
    package func write(_ text: String) throws {
        try Array(text.utf8).withUnsafeBytes { try write($0) }
    }
}

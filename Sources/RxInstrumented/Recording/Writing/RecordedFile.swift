import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The file that a recording is written to. Used by one thread at a time.
final class RecordedFile {
    /// The system's reason why something did not work.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Somebody records into the file.
        var isInUse = false

        /// The error of the last call of the system's.
        static var last: Failure { Failure(description: SystemFailure().description) }
    }

    /// The file's name in messages.
    let name: String
    private(set) var descriptor: Int32
    /// Its path wherever the process goes; nil where it is no regular file.
    private let path: String?
    /// Keeps others off the file once it is closed; -1 where it does not.
    private var lock: Int32 = -1
    /// Whether the file stays locked when it is closed, until ``unlock()``.
    var staysLocked = false

    /// Opens the file to be written and read, with nothing in it.
    init(_ path: String) throws(Failure) {
        name = path
        let opened = try FileToRecord.open(path)
        descriptor = opened.descriptor
        self.path = opened.isRegular ? URL(fileURLWithPath: opened.path).path : nil
    }

    deinit { unlock() }

    func append(_ bytes: [UInt8]) throws(Failure) {
        let failure = bytes.withUnsafeBytes { Self.append($0, to: descriptor, mayWait: path == nil) }
        if let failure { throw failure }
    }

    /// Returns why it did not work, if it did not.
    ///
    /// - Parameter mayWait: whether a reader has to make room first, as in a pipe: it is waited for, though not for long.
    private static func append(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, mayWait: Bool = false
    ) -> Failure? {
        var done = 0
        while done < bytes.count {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if mayWait, poll(&wait, 1, Self.patience) == 0 { return Failure(description: "nobody has read it for 3 s") }
            let count = rxtrace_quiet_write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count >= 0 { done += count } else if errno != EINTR, errno != EAGAIN { return .last }
        }
        return nil
    }

    /// How long a reader is waited for, in milliseconds.
    private static let patience: Int32 = 3_000

    /// Leaves out the bytes from `head` up to `start`: the file is replaced by another, which has the rest up to `end`,
    /// so that the file at the path is whole at any moment.
    ///
    /// - Returns: false where that did not work; the file is as it was.
    func keep(head: Int, from start: Int, to end: Int) -> Bool {
        guard let path else { return false }
        let other = path + ".part"
        guard let copy = FileToRecord.replacement(other, of: descriptor) else { return false }
        guard copyBytes(0..<head, to: copy), copyBytes(start..<end, to: copy), rename(other, path) == 0 else {
            Foundation.close(copy)
            unlink(other)
            return false
        }
        Foundation.close(descriptor)
        descriptor = copy
        return true
    }

    private func copyBytes(_ range: Range<Int>, to copy: Int32) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = pread(
                descriptor, buffer.baseAddress, min(buffer.count, range.upperBound - offset), off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            guard Self.append(bytes, to: copy) == nil else { return false }
            offset += count
        }
        return true
    }

    func close() throws(Failure) {
        if staysLocked { lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
        defer { descriptor = -1 }
        if Foundation.close(descriptor) != 0 { throw .last }
    }

    func unlock() {
        if lock >= 0 { Foundation.close(lock) }
        lock = -1
    }
}

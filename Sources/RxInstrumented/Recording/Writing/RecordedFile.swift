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
    /// Its path wherever the process goes; nil for what is no regular file.
    private let path: String?

    /// Opens the file to be written and read, with nothing in it.
    init(_ path: String) throws(Failure) {
        name = path
        descriptor = try Self.open(path)
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        self.path = isRegular ? URL(fileURLWithPath: path).path : nil
    }

    private static func open(_ path: String) throws(Failure) -> Int32 {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o666)
        guard descriptor >= 0 else { throw .last }
        // Two recordings in one file would damage each other: of this process and a child, or of two at once.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            Foundation.close(descriptor)
            throw Failure(description: "another process records into it", isInUse: true)
        }
        _ = ftruncate(descriptor, 0)
        return descriptor
    }

    func append(_ bytes: [UInt8]) throws(Failure) {
        let failure = bytes.withUnsafeBytes { Self.append($0, to: descriptor) }
        if let failure { throw failure }
    }

    /// Returns why it did not work, if it did not.
    private static func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Failure? {
        var done = 0
        while done < bytes.count {
            let count = rxtrace_quiet_write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count >= 0 { done += count } else if errno != EINTR { return .last }
        }
        return nil
    }

    /// Leaves out the bytes from `head` up to `start`: the file is replaced by another, which has the rest up to `end`,
    /// so that what its path leads to is whole at any moment.
    ///
    /// - Returns: false where that did not work; the file is as it was.
    func keep(head: Int, from start: Int, to end: Int) -> Bool {
        guard let path else { return false }
        let other = path + ".part"
        guard let copy = try? Self.open(other) else { return false }
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
        if Foundation.close(descriptor) != 0 { throw .last }
    }
}

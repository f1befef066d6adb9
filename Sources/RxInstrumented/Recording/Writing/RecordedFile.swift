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
    /// nil once it is closed, or lost.
    private(set) var descriptor: OwnDescriptor?
    /// Its path wherever the process goes; nil where it is no regular file.
    private let path: String?
    /// How many bytes it has.
    private var size = 0
    /// Keeps others off the file once it is closed.
    private var lock: OwnDescriptor?
    /// Whether the file stays locked when it is closed, until ``unlock()``.
    var staysLocked = false

    /// Opens the file to be written and read, with nothing in it.
    init(_ path: String) throws(Failure) {
        name = path
        ErrorLine.remember()
        let opened = try FileToRecord.open(path)
        descriptor = opened.descriptor
        self.path = opened.isRegular ? URL(fileURLWithPath: opened.path).path : nil
    }

    deinit { unlock() }

    func append(_ bytes: [UInt8]) throws(Failure) {
        let failure = bytes.withUnsafeBytes { bytes -> Failure? in
            var done = 0
            while done < bytes.count {
                // Between this and the write, a program's thread has some hundred nanoseconds to take the number.
                guard let file = ownDescriptor() else { return Self.lost(SystemFailure()) }
                if path == nil, let waited = Self.waitForReader(file.number) {
                    return Failure(description: "nobody has read it for \(waited) ms")
                }
                let count = rxtrace_quiet_write(file.number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count >= 0 {
                    done += count
                    size += count
                } else if errno != EINTR, errno != EAGAIN {
                    return .last
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    private static func lost(_ reason: SystemFailure) -> Failure {
        Failure(
            description: "the program has closed the recorder's descriptor, and its file cannot be opened again: "
                + "\(reason)")
    }

    /// The descriptor; opened once more by the file's name where the program has closed it. nil, and `errno`, where that
    /// cannot be.
    private func ownDescriptor() -> OwnDescriptor? {
        guard let descriptor, !descriptor.isOwn else { return descriptor }
        errno = ESPIPE
        self.descriptor = path.flatMap { FileToRecord.again($0, in: descriptor, size: size) }
        return self.descriptor
    }

    /// How long a reader that reads nothing is waited for, in milliseconds: as the program ends, while it goes on, and
    /// between two looks at which of them it is.
    private static let (lastPatience, patience, step): (Int32, Int32, Int32) = (250, 3_000, 50)

    /// Waits until a pipe has room. Returns for how long that was in vain; nil where there is some.
    private static func waitForReader(_ descriptor: Int32) -> Int32? {
        var waited: Int32 = 0
        while waited < (rxtrace_is_leaving() ? lastPatience : patience) {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&wait, 1, step) != 0 { return nil }
            waited += step
        }
        return waited
    }

    /// Puts `substitute` in place of the bytes from `head` up to `start`: the file is replaced by another, which has the
    /// rest up to `end`, so that the file at the path is whole at any moment.
    ///
    /// - Returns: false where that did not work; the file is as it was.
    func keep(head: Int, _ substitute: [UInt8], from start: Int, to end: Int) -> Bool {
        guard let path, let file = ownDescriptor() else { return false }
        let other = path + ".part"
        guard let copy = FileToRecord.replacement(other, of: file.number) else { return false }
        guard Self.copyBytes(0..<head, of: file, to: copy),
            substitute.withUnsafeBytes({ Self.write($0, to: copy) }),
            Self.copyBytes(start..<end, of: file, to: copy), rename(other, path) == 0
        else {
            copy.close()
            unlink(other)
            return false
        }
        file.close()
        descriptor = copy
        size = head + substitute.count + end - start
        return true
    }

    private static func copyBytes(_ range: Range<Int>, of file: OwnDescriptor, to copy: OwnDescriptor) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = pread(
                file.number, buffer.baseAddress, min(buffer.count, range.upperBound - offset), off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0, file.isOwn, write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: copy) else {
                return false
            }
            offset += count
        }
        return true
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to copy: OwnDescriptor) -> Bool {
        var done = 0
        while done < bytes.count {
            guard copy.isOwn else { return false }
            let count = rxtrace_quiet_write(copy.number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count >= 0 { done += count } else if errno != EINTR, errno != EAGAIN { return false }
        }
        return true
    }

    func close() throws(Failure) {
        guard let descriptor else { return }
        self.descriptor = nil
        if staysLocked { lock = descriptor.duplicate() }
        if !descriptor.close() { throw .last }
    }

    func unlock() {
        lock?.close()
        lock = nil
    }
}

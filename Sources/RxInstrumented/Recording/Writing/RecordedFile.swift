import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The file that a recording is written to. Not thread-safe.
final class RecordedFile {
    /// Why the file cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Whether another recording uses the file.
        var isInUse = false

        /// The failure that `errno` describes.
        static var last: Failure { Failure(description: SystemFailure().description) }
    }

    let name: String
    /// nil once the file is closed or lost.
    private(set) var descriptor: OwnDescriptor?
    /// The file's absolute path. nil if the file is not a regular one.
    private let path: String?
    private var size = 0
    /// Holds the lock on the file after it is closed.
    private var lock: OwnDescriptor?
    /// Whether the file stays locked when it is closed, until ``unlock()``.
    var staysLocked = false

    /// Opens the file for reading and writing, and empties it.
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
                // The program could still reuse the number between this check and the write, in some hundred
                // nanoseconds.
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

    /// The descriptor, opened again by path if the program has closed it. nil, and `errno`, if that fails.
    private func ownDescriptor() -> OwnDescriptor? {
        guard let descriptor, !descriptor.isOwn else { return descriptor }
        errno = ESPIPE
        self.descriptor = path.flatMap { FileToRecord.again($0, in: descriptor, size: size) }
        return self.descriptor
    }

    /// In milliseconds: the longest wait for a pipe's reader as the program ends, and otherwise; and the time between
    /// two checks which of them holds.
    private static let (lastPatience, patience, step): (Int32, Int32, Int32) = (250, 3_000, 50)

    /// Waits until a pipe has room, and returns nil. If that takes too long, returns the milliseconds waited.
    private static func waitForReader(_ descriptor: Int32) -> Int32? {
        var waited: Int32 = 0
        while waited < (rxtrace_is_leaving() ? lastPatience : patience) {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&wait, 1, step) != 0 { return nil }
            waited += step
        }
        return waited
    }

    /// Replaces the bytes from `head` up to `start` by `substitute`. That makes a new file, with the rest up to `end`,
    /// which then replaces the old one, so that the file at the path is complete at any time.
    ///
    /// - Returns: false if that failed. The file is then unchanged.
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

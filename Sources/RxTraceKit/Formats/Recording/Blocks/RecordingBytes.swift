import Foundation

/// The bytes of a recording, in memory or in a file, read from any offset.
package final class RecordingBytes: @unchecked Sendable {
    private enum Storage {
        case memory([UInt8])
        case file(OwnDescriptor)
    }

    private let storage: Storage
    private let meter: ReadingMeter?
    /// How many bytes there were when it was opened.
    package let count: Int

    package init(_ bytes: [UInt8]) {
        storage = .memory(bytes)
        count = bytes.count
        meter = nil
    }

    /// - Parameter meter: is told how much was read.
    /// - Throws: an error with the system's reason.
    package convenience init(path: String, meter: ReadingMeter? = nil) throws {
        try self.init(owning: open(path, O_RDONLY | O_CLOEXEC), meter: meter)
    }

    /// - Parameter fileDescriptor: a file open for reading, which stays open.
    /// - Throws: an error with the system's reason.
    package convenience init(fileDescriptor: Int32) throws {
        try self.init(owning: fcntl(fileDescriptor, F_DUPFD_CLOEXEC, 0))
    }

    private init(owning descriptor: Int32, meter: ReadingMeter? = nil) throws {
        guard let file = OwnDescriptor(taking: descriptor) else { throw SystemFailure() }
        var status = stat()
        guard fstat(file.number, &status) == 0 else {
            let failure = SystemFailure()
            file.close()
            throw failure
        }
        storage = .file(file)
        count = Int(status.st_size)
        self.meter = meter
    }

    deinit {
        if case .file(let file) = storage { file.close() }
    }

    /// Whether they are those of the file at `path`, and all of them.
    func isFile(at path: String) -> Bool {
        var (own, now) = (stat(), stat())
        guard case .file(let file) = storage, file.isOwn, fstat(file.number, &own) == 0, stat(path, &now) == 0 else {
            return false
        }
        return own.st_ino == now.st_ino && own.st_dev == now.st_dev && now.st_size == count
    }

    /// The bytes in a range.
    ///
    /// - Throws: the system's reason, and ``RecordingCutShort``.
    func read(_ range: Range<Int>) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = try read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
            guard count == range.count else { throw RecordingCutShort() }
        }
    }

    /// Begins another pass through the bytes.
    func beginPass() { meter?.begin(total: count) }

    /// Fills `buffer` with the bytes from `offset` on. Returns how many there were.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        switch storage {
        case .memory(let bytes):
            let count = max(0, min(buffer.count, bytes.count - offset))
            bytes.withUnsafeBytes { all in
                if count > 0 { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[offset..<offset + count])) }
            }
            return count
        case .file(let file):
            var done = 0
            while done < buffer.count {
                let count = pread(
                    file.number, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
                if count == 0 { break }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw SystemFailure()
                }
                done += count
            }
            meter?.add(done)
            return done
        }
    }
}

/// The recording's file ends before what was read of it says.
struct RecordingCutShort: Error, CustomStringConvertible {
    let description = "it has become shorter"
}

/// A block of the recording's file is no longer what it was.
struct RecordingChanged: Error, CustomStringConvertible {
    let description = "it has been changed meanwhile"
}

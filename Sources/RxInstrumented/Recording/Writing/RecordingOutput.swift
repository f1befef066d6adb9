import CTraceBuffer
import Foundation
import TraceKit

/// Where the blocks of a recording go.
///
/// Used by one thread at a time. What goes wrong with a file is reported once, on standard error: the program that is
/// recorded goes on undisturbed.
final class RecordingOutput {
    private enum Place {
        case memory
        case file(Int32, name: String)
    }

    private let place: Place
    private var buffer: [UInt8] = []
    private(set) var hasFailed = false
    private static let bufferSize = 1 << 18

    /// Keeps the blocks in memory.
    init() {
        place = .memory
        buffer += RecordingLayout.magic
    }

    /// - Parameters:
    ///   - descriptor: a file open for writing, which the output closes.
    ///   - name: what a report calls it.
    init(fileDescriptor: Int32, named name: String) {
        place = .file(fileDescriptor, name: name)
        buffer += RecordingLayout.magic
    }

    /// What was written so far.
    func contents() throws -> RecordingBytes {
        switch place {
        case .memory: RecordingBytes(buffer)
        case .file(let descriptor, _): try RecordingBytes(fileDescriptor: descriptor)
        }
    }

    func write(_ kind: RecordingLayout.BlockKind, _ payload: [UInt8]) {
        payload.withUnsafeBytes { write(kind, thread: 0, [], $0) }
    }

    /// Adds a block, whose payload is `parts` and then `rest`.
    func write(
        _ kind: RecordingLayout.BlockKind, thread: UInt32, _ parts: [[UInt8]], _ rest: UnsafeRawBufferPointer
    ) {
        guard !hasFailed else { return }
        let start = buffer.count
        let size = parts.reduce(rest.count) { $0 + $1.count }
        var header = ByteWriter()
        header.add(whole: RecordingLayout.sync)
        header.add(whole: UInt32(kind.rawValue))
        header.add(whole: UInt32(truncatingIfNeeded: size))
        header.add(whole: thread)
        header.add(whole: UInt64(0))
        buffer += header.bytes
        for part in parts { buffer += part }
        buffer.append(contentsOf: rest)
        buffer.withUnsafeMutableBytes { bytes in
            let block = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            let payload = UnsafeRawBufferPointer(rebasing: block[RecordingLayout.headerSize...])
            let sum = RecordingChecksum.of(kind: kind.rawValue, thread: thread, payload: payload)
            block.storeBytes(of: sum.littleEndian, toByteOffset: RecordingLayout.headerSize - 8, as: UInt64.self)
        }
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// Writes to the file what is held back.
    func flush() {
        guard case .file(let descriptor, let name) = place, !buffer.isEmpty, !hasFailed else { return }
        var done = 0
        buffer.withUnsafeBytes { bytes in
            while done < bytes.count {
                let count = quiet_write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count >= 0 {
                    done += count
                } else if errno != EINTR {
                    fail("the trace in \(name) is not complete: \(String(cString: strerror(errno)))")
                    return
                }
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    func close() {
        flush()
        guard case .file(let descriptor, let name) = place else { return }
        if Foundation.close(descriptor) != 0, !hasFailed {
            fail("the trace in \(name) is not complete: \(String(cString: strerror(errno)))")
        }
    }

    private func fail(_ message: String) {
        hasFailed = true
        buffer.removeAll()
        RecordingReport.write(message)
    }
}

/// Tells the person who asked for a recording what went wrong with it.
enum RecordingReport {
    static func write(_ message: String) {
        FileHandle.standardError.write(Data("rxtrace: \(message)\n".utf8))
    }
}

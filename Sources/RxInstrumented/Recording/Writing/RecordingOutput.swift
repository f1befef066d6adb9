import CRxTraceBuffer
import Foundation
import RxTraceKit

/// Where the blocks of a recording go.
///
/// Used by one thread at a time. A fault of a file is reported once, on standard error: the program that is recorded
/// goes on undisturbed.
final class RecordingOutput {
    private enum Place {
        case memory
        case file(RecordedFile)
    }

    private let place: Place
    private var buffer: [UInt8] = []
    private(set) var hasFailed = false
    /// How many bytes were written to the file.
    private var flushed = 0
    /// Where the parts begin of which only the last ones are kept, and how many calls had been written by then.
    private var parts: [(start: Int, callsBefore: Int)] = []
    /// How many calls were dropped with parts.
    private(set) var droppedCalls = 0
    /// How many calls were in blocks that a reader would not take.
    private(set) var malformedCalls: UInt64 = 0
    /// Whether there was no memory for more calls.
    private(set) var hasRunOut = false
    /// How many calls were in blocks that there was no memory for.
    private(set) var unkeptCalls: UInt64 = 0
    private static let bufferSize = 1 << 18

    /// Keeps the blocks in memory.
    init() {
        place = .memory
        buffer += RecordingLayout.magic
    }

    /// Writes the blocks to a file, which it closes at the end.
    init(_ file: RecordedFile) {
        place = .file(file)
        buffer += RecordingLayout.magic
    }

    /// How many bytes the recording has so far.
    var count: Int { flushed + buffer.count }

    /// The bytes written so far.
    ///
    /// - Throws: the system's reason why a file cannot be read; that it is closed.
    func contents() throws -> RecordingBytes {
        switch place {
        case .memory: return RecordingBytes(buffer)
        case .file(let file):
            guard file.descriptor >= 0 else {
                throw RecordedFile.Failure(description: "the recording that it is a part of was stopped before")
            }
            return try RecordingBytes(fileDescriptor: file.descriptor)
        }
    }

    /// The part that is being written.
    var part: (start: Int, callsBefore: Int) { parts.last ?? (0, 0) }

    /// Begins another part, with the bytes that come next. Those before the last whole one are dropped, unless a file
    /// cannot be rewritten.
    func beginPart(after calls: Int) {
        flush()
        parts.append((count, calls))
        guard parts.count > 2, let head = parts.first?.start, !hasFailed else { return }
        let kept = parts[parts.count - 2]
        switch place {
        case .memory: buffer.removeSubrange(head..<kept.start)
        case .file(let file):
            guard file.keep(head: head, from: kept.start, to: count) else { return }
            flushed -= kept.start - head
        }
        droppedCalls = kept.callsBefore
        parts = [(head, kept.callsBefore), (count, calls)]
    }

    func write<Unit: BitwiseCopyable>(_ kind: RecordingLayout.BlockKind, _ payload: [Unit]) {
        payload.withUnsafeBytes { write(kind, thread: 0, [$0]) }
    }

    /// Adds a block, whose payload is `parts` one behind the other.
    ///
    /// - Parameter calls: how many calls it has, which are not there where the block is larger than a reader takes.
    func write(
        _ kind: RecordingLayout.BlockKind, thread: UInt32, _ parts: [UnsafeRawBufferPointer], calls: Int = 0
    ) {
        guard !hasFailed else { return }
        let start = buffer.count
        let size = parts.reduce(0) { $0 + $1.count }
        guard size <= RecordingLayout.maximumPayload else { return dropMalformed(calls: calls) }
        guard hasRoom(for: size) else {
            unkeptCalls += UInt64(calls)
            return runOutOfMemory()
        }
        let header = [
            RecordingLayout.sync, UInt32(kind.rawValue), UInt32(truncatingIfNeeded: size), thread, 0, 0,
        ].map(\.littleEndian)
        header.withUnsafeBytes { buffer.append(contentsOf: $0) }
        for part in parts { buffer.append(contentsOf: part) }
        buffer.withUnsafeMutableBytes { bytes in
            let block = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            let payload = UnsafeRawBufferPointer(rebasing: block[RecordingLayout.headerSize...])
            let sum = RecordingChecksum.of(kind: kind.rawValue, thread: thread, payload: payload)
            block.storeBytes(of: sum.littleEndian, toByteOffset: RecordingLayout.headerSize - 8, as: UInt64.self)
        }
        if buffer.count >= Self.bufferSize { flush() }
    }

    /// Whether a block can be added. What grows gets a larger place first, and leaves its own then.
    private func hasRoom(for size: Int) -> Bool {
        let needed = buffer.count + size + RecordingLayout.headerSize
        return needed <= buffer.capacity || rxtrace_may_take(UInt64(max(needed, 2 * buffer.capacity)))
    }

    func runOutOfMemory() {
        hasRunOut = true
        rxtrace_run_out_of_memory()
    }

    private func dropMalformed(calls: Int) {
        assertionFailure("a block of a recording has at most \(RecordingLayout.maximumPayload) bytes")
        malformedCalls += UInt64(calls)
    }

    /// Writes the bytes held back to the file.
    func flush() {
        guard case .file(let file) = place, !buffer.isEmpty, !hasFailed else { return }
        do throws(RecordedFile.Failure) {
            try file.append(buffer)
            flushed += buffer.count
            buffer.removeAll(keepingCapacity: true)
        } catch {
            fail(file, error)
        }
    }

    func close() {
        flush()
        guard case .file(let file) = place else { return }
        do throws(RecordedFile.Failure) {
            try file.close()
        } catch {
            if !hasFailed { fail(file, error) }
        }
    }

    private func fail(_ file: RecordedFile, _ reason: RecordedFile.Failure) {
        hasFailed = true
        buffer.removeAll()
        ErrorLine.write("the trace in \(file.name) is not complete: \(reason)")
    }
}

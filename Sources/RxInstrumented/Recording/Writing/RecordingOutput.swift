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
    /// Tells the recording's blocks from those of others.
    private let mark = UInt64.random(in: 1 ... .max)
    /// How many blocks were written.
    private var blockCount: UInt64 = 0
    /// Where the parts begin of which only the last ones are kept, and how many calls and blocks had been written by then.
    private var parts: [Part] = []

    typealias Part = (start: Int, callsBefore: Int, blocksBefore: UInt64)

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
            guard let descriptor = file.descriptor, descriptor.isOwn else {
                throw RecordedFile.Failure(description: "the recording that it is a part of was stopped before")
            }
            return try RecordingBytes(fileDescriptor: descriptor.number)
        }
    }

    /// The part that is being written.
    var part: Part { parts.last ?? (0, 0, 0) }

    /// Begins another part, with the bytes that come next. Those before the last whole one are dropped, unless a file
    /// cannot be rewritten.
    func beginPart(after calls: Int) {
        flush()
        parts.append((count, calls, blockCount))
        guard parts.count > 2, let first = parts.first, !hasFailed else { return }
        let kept = parts[parts.count - 2]
        // It stands in their place, so that none seems to be missing.
        let dropped = kept.blocksBefore - first.blocksBefore
        let substitute = withUnsafeBytes(of: dropped.littleEndian) {
            block(.dropped, thread: 0, [$0], number: first.blocksBefore)
        }
        switch place {
        case .memory: buffer.replaceSubrange(first.start..<kept.start, with: substitute)
        case .file(let file):
            guard file.keep(head: first.start, substitute, from: kept.start, to: count) else { return }
            flushed -= kept.start - first.start - substitute.count
        }
        droppedCalls = kept.callsBefore
        parts = [(first.start, kept.callsBefore, first.blocksBefore), (count, calls, blockCount)]
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
        let size = parts.reduce(0) { $0 + $1.count }
        guard size <= RecordingLayout.maximumPayload else { return dropMalformed(calls: calls) }
        guard hasRoom(for: size) else {
            unkeptCalls += UInt64(calls)
            return runOutOfMemory()
        }
        append(kind, thread: thread, parts, number: blockCount, to: &buffer)
        blockCount += 1
        if buffer.count >= Self.bufferSize { flush() }
    }

    private func block(
        _ kind: RecordingLayout.BlockKind, thread: UInt32, _ parts: [UnsafeRawBufferPointer], number: UInt64
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        append(kind, thread: thread, parts, number: number, to: &bytes)
        return bytes
    }

    private func append(
        _ kind: RecordingLayout.BlockKind, thread: UInt32, _ parts: [UnsafeRawBufferPointer], number: UInt64,
        to bytes: inout [UInt8]
    ) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: RecordingLayout.headerSize))
        for part in parts { bytes.append(contentsOf: part) }
        bytes.withUnsafeMutableBytes { bytes in
            let block = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            let payload = UnsafeRawBufferPointer(rebasing: block[RecordingLayout.headerSize...])
            BlockHead(kind: kind.rawValue, thread: thread, number: number, mark: mark, payload: payload)
                .store(to: block)
        }
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
        // What nobody can read need not be recorded.
        rxtrace_reach_limit()
        ErrorLine.write("the trace in \(file.name) is not complete: \(reason)")
    }
}

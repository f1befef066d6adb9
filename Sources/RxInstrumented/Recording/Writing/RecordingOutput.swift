import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The destination of a recording's blocks: memory or a file.
///
/// Not thread-safe. The first failure of the file is reported on standard error, and nothing more is written. The
/// program goes on.
final class RecordingOutput {
    private enum Place {
        case memory
        case file(RecordedFile)
    }

    private let place: Place
    private var buffer: [UInt8] = []
    private(set) var hasFailed = false
    private var flushed = 0
    /// Tells this recording's blocks from those of other recordings.
    private let mark = UInt64.random(in: 1 ... .max)
    private var blockCount: UInt64 = 0
    /// The parts that are kept, if only the last ones are: each part's offset, and the calls and blocks written before
    /// it.
    private var parts: [Part] = []

    typealias Part = (start: Int, callsBefore: Int, blocksBefore: UInt64)

    /// How many calls were in parts that have been dropped.
    private(set) var droppedCalls = 0
    /// How many calls were in blocks that were too large for a reader.
    private(set) var malformedCalls: UInt64 = 0
    private(set) var hasRunOut = false
    /// How many calls were in blocks for which there was no memory.
    private(set) var unkeptCalls: UInt64 = 0
    private static let bufferSize = 1 << 18

    /// Creates an output that keeps the blocks in memory.
    init() {
        place = .memory
        buffer += RecordingLayout.magic
    }

    /// Creates an output that writes the blocks to a file, which ``close()`` closes.
    init(_ file: RecordedFile) {
        place = .file(file)
        buffer += RecordingLayout.magic
    }

    /// How many bytes the recording has so far.
    var count: Int { flushed + buffer.count }

    /// The bytes written so far.
    ///
    /// - Throws: a failure if the file cannot be read, or is closed.
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

    var part: Part { parts.last ?? (0, 0, 0) }

    /// Begins another part at the current offset. Drops all parts but the new one and the one before, unless the file
    /// cannot be rewritten.
    func beginPart(after calls: Int) {
        flush()
        parts.append((count, calls, blockCount))
        guard parts.count > 2, let first = parts.first, !hasFailed else { return }
        let kept = parts[parts.count - 2]
        // Takes the place of the dropped blocks, so that a reader does not count them as lost.
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

    /// Adds a block with the payload `parts`, concatenated.
    ///
    /// - Parameter calls: how many calls the block has, to count them if it cannot be added.
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

    /// Whether there is memory to add a block. A growing buffer is copied, and so exists twice for a moment.
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
        // Nothing more needs to be recorded.
        rxtrace_reach_limit()
        ErrorLine.write("the trace in \(file.name) is not complete: \(reason)")
    }
}

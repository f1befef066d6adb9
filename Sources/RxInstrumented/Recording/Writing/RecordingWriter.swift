import CTraceBuffer
import Foundation
import TraceKit

/// Writes what the threads record, as they do or at the end.
final class RecordingWriter: @unchecked Sendable {
    let epoch: UInt32
    private let output: RecordingOutput
    private let blocks: CallBlocks
    private let lock = NSLock()
    private var threads: [UInt32: ThreadRecords] = [:]
    private var dropped: UInt64 = 0
    private var hasImages = false

    /// - Parameter epoch: the recording's number.
    init(epoch: UInt32, about: RecordingAbout, output: RecordingOutput) {
        self.epoch = epoch
        self.output = output
        blocks = CallBlocks(output)
        output.write(.about, Self.encode(about))
        // However soon the process ends, what it left is a recording.
        output.flush()
    }

    /// Writes all there is, up to the file.
    func write() {
        locked {
            writeThreads()
            writeClock()
            output.flush()
        }
    }

    /// Makes room for more records, at the cost of the thread that needs it.
    func makeRoom() {
        locked { writeThreads() }
    }

    /// Writes what is left of a recording that was stopped, and how it ended.
    func finish() {
        locked {
            writeThreads()
            writeClock()
            if !output.hasFailed { writePlaces() }
            output.write(.end, [])
            output.close()
        }
    }

    /// The recording so far.
    ///
    /// - Throws: where it is in a file, the system's reason why that cannot be read.
    func contents() throws -> RecordingBytes {
        try locked {
            writeThreads()
            writeClock()
            output.flush()
            return try output.contents()
        }
    }

    /// Signals wait meanwhile: a handler of the program's may call `exit`, which needs the lock.
    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        try SignalMask.blockingAll { try lock.withLock(body) }
    }

    private func writeThreads() {
        var next = trace_next_thread(epoch, nil)
        while let thread = next {
            next = trace_next_thread(epoch, thread)
            let index = thread.pointee.index
            let records = threads[index] ?? ThreadRecords(thread)
            threads[index] = records
            let isOver = trace_thread_is_over(thread)
            records.write(to: blocks)
            if isOver {
                dropped += trace_dropped(thread)
                threads[index] = nil
                trace_free_thread(thread)
            }
        }
        if !hasImages, !blocks.stacks.all.isEmpty {
            hasImages = true
            output.write(.images, Symbolicator.encodedImages())
        }
    }

    private func writeClock() {
        let clock = trace_read_clock()
        let lost = threads.values.reduce(dropped) { $0 + trace_dropped($1.thread) }
        var payload = ByteWriter()
        payload.add(whole: clock.ticks)
        payload.add(whole: clock.nanoseconds)
        payload.add(whole: lost)
        output.write(.clock, payload.bytes)
    }

    private func writePlaces() {
        output.write(.places, Self.encode(places().recorded))
    }

    private func places() -> SiteResolver {
        SiteResolver(stacks: blocks.stacks.all, symbolicator: .live, paths: LibrarySources.paths)
    }

    private static func encode(_ value: some Encodable) -> [UInt8] {
        (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
    }
}

import CRxTraceBuffer
import RxTraceKit

/// Writes one thread's records as blocks, while the thread may be adding records.
///
/// An open call is written as open. Its end, and a changed value, are written later.
final class ThreadRecords {
    /// A call that was written while it was open.
    private struct Open {
        /// The call's number among the thread's calls, from 0.
        var number: Int
        var depth: UInt16
        var start: UInt64
        var value: UInt64
        /// The record in which the thread closes the call. nil once the thread has left the chunk.
        var record: UnsafePointer<rxtrace_record>?
        var isEvent: Bool
    }

    private typealias Origin = (ticket: UInt64, node: UInt32, depth: UInt16)

    let thread: UnsafeMutablePointer<rxtrace_thread>
    private var chunk: UnsafePointer<rxtrace_chunk>?
    /// How many of the chunk's records have been written.
    private var taken = 0
    /// How many calls are in finished blocks.
    private var callCount = 0
    private var open: [Open] = []
    /// The number of the stack of the event that the thread sent last.
    private var sent: Int?
    /// The tickets for the next call, if that call is on the node and at the depth: of the calls that handed in the
    /// elements that it hands on.
    private var origins: [Origin] = []
    /// How many records had an unknown kind.
    private(set) var malformed: UInt64 = 0
    /// How many calls were skipped for want of memory.
    private(set) var givenUp: UInt64 = 0
    private var isIntroduced = false

    /// Has the next write define the thread anew, in a new part.
    func beginPart() { isIntroduced = false }

    init(_ thread: UnsafeMutablePointer<rxtrace_thread>) {
        self.thread = thread
    }

    /// Writes the records there are, and frees the chunks that the thread has left.
    ///
    /// - Parameters:
    ///   - chunks: the most chunks to write, because the thread may be adding records as fast.
    ///   - mayPause: whether to leave the rest for later if a fork waits.
    /// - Returns: whether all records were written.
    func write(to blocks: inout CallBlocks, atMost chunks: Int, mayPause: Bool) -> Bool {
        var written = 0
        if !isIntroduced {
            isIntroduced = true
            let kind: RecordedThread.Kind =
                thread.pointee.is_main ? .main : thread.pointee.is_pooled ? .pooled : .own
            blocks.introduce(kind, key: UInt64(thread.pointee.key))
        }
        while let current = chunk ?? rxtrace_next_chunk(thread, nil) {
            chunk = current
            // Read before the records: if there is a next chunk, the thread has completed this one.
            let next = rxtrace_next_chunk(thread, current)
            if blocks.hasMemory {
                takeClosed(&blocks)
                takeRecords(of: current, &blocks)
            } else {
                giveUp(current)
            }
            if next != nil {
                for index in open.indices { open[index].record = nil }
                chunk = next
                taken = 0
            }
            callCount += blocks.finish(thread: thread.pointee.index, firstCall: callCount)
            if next == nil { return true }
            rxtrace_free_chunk(thread)
            written += 1
            if written == chunks || (mayPause && rxtrace_is_waited_for()) { return false }
        }
        return true
    }

    /// Skips and counts the calls of a chunk, for want of memory to write them.
    private func giveUp(_ chunk: UnsafePointer<rxtrace_chunk>) {
        let records = rxtrace_chunk_records(chunk)
        guard let first = records.first else { return }
        let left = UnsafeBufferPointer(start: first, count: records.count)[taken...]
        givenUp += UInt64(left.count { $0.operation < UInt8(TRACE_OPERATIONS) })
        taken = records.count
    }

    private func takeClosed(_ blocks: inout CallBlocks) {
        while let last = open.last, let record = last.record {
            let duration = rxtrace_read_duration(record)
            guard duration != TRACE_OPEN else { return }
            open.removeLast()
            blocks.close(last.number, duration: Self.real(duration))
            let value = rxtrace_read_value(record)
            if value != last.value { blocks.setValue(last.number, value) }
        }
    }

    private func takeRecords(of chunk: UnsafePointer<rxtrace_chunk>, _ blocks: inout CallBlocks) {
        let records = rxtrace_chunk_records(chunk)
        guard let first = records.first else { return }
        let end = first + records.count
        var record = first + taken
        taken = records.count
        blocks.calls.reserve(records: end - record)
        let looksBack = blocks.looksBack
        let hasValues = blocks.hasValues
        let handsEventOn = OperationRow.handsEventOn
        var isEvent = false
        var handsOn = !origins.isEmpty
        while record < end {
            if record.pointee.operation < UInt8(TRACE_OPERATIONS) {
                let duration = rxtrace_read_duration(record)
                var value = rxtrace_read_value(record)
                var detail = record.pointee.detail
                isEvent = handsEventOn[Int(record.pointee.operation)]
                let isSentAgain = isEvent && detail & UInt8(TRACE_SENT_AGAIN) != 0
                if isSentAgain { detail &= ~UInt8(TRACE_SENT_AGAIN) }
                if !hasValues, isEvent {
                    detail = RecordedEventForm.withoutValue(detail)
                    value = 0
                }
                if duration > UInt64(UInt32.max) { addLong(record, duration: duration, value: value, &blocks) }
                if looksBack { blocks.lookBack(record.pointee.node, record.pointee.operation, value: value) }
                blocks.calls.add(record, detail: detail, duration: duration, value: value)
                if isSentAgain, let sent { blocks.attach(stackNumber: sent) }
                if handsOn {
                    attachOrigins(to: record, &blocks)
                    handsOn = false
                }
                record += 1
            } else {
                takeDetail(&record, of: first, ofEvent: isEvent, &blocks)
                handsOn = !origins.isEmpty
            }
        }
    }

    /// The duration, or 0 if it is negative because the processors' clocks differ.
    private static func real(_ duration: UInt64) -> UInt64 { Int64(bitPattern: duration) < 0 ? 0 : duration }

    /// Notes an open call, or writes the duration of a call that took too long for the call's own encoding.
    private func addLong(
        _ record: UnsafePointer<rxtrace_record>, duration: UInt64, value: UInt64, _ blocks: inout CallBlocks
    ) {
        let number = callCount + blocks.calls.count
        guard duration == TRACE_OPEN else { return blocks.close(number, duration: Self.real(duration)) }
        let depth = record.pointee.depth
        // Calls at this depth or deeper are over, even if their ends could not be recorded.
        while let last = open.last, last.depth >= depth, last.depth < UInt16.max - 1 { open.removeLast() }
        open.append(
            Open(
                number: number, depth: depth, start: record.pointee.start, value: value, record: record,
                isEvent: OperationRow.handsEventOn[Int(record.pointee.operation)]))
    }

    private func attachOrigins(to record: UnsafePointer<rxtrace_record>, _ blocks: inout CallBlocks) {
        for origin in origins where origin.node == record.pointee.node && origin.depth == record.pointee.depth {
            blocks.attach(origin: origin.ticket)
        }
        origins.removeAll(keepingCapacity: true)
    }

    /// Writes a detail.
    ///
    /// - Parameter isEvent: whether the last call hands on an event.
    private func takeDetail(
        _ record: inout UnsafePointer<rxtrace_record>, of first: UnsafePointer<rxtrace_record>, ofEvent isEvent: Bool,
        _ blocks: inout CallBlocks
    ) {
        let detail = record.pointee
        switch Int(detail.operation) {
        case TRACE_DETAIL_NODE:
            blocks.define(
                node: detail.node, role: detail.detail, behaviors: UInt32(truncatingIfNeeded: detail.duration >> 32),
                owner: UInt32(truncatingIfNeeded: detail.duration), type: UInt(detail.start),
                isEarly: detail.value == 1)
        case TRACE_DETAIL_NAME:
            blocks.name(node: detail.node, take(MultiRecordPayload(textAt: record), &record).text)
        case TRACE_DETAIL_TEXT:
            blocks.attach(text: take(MultiRecordPayload(textAt: record), &record))
        case TRACE_DETAIL_TYPE:
            blocks.attach(type: UInt(detail.start))
        case TRACE_DETAIL_STACK:
            let number = blocks.attach(stack: take(MultiRecordPayload(addressesAt: record), &record))
            if isEvent { sent = number }
        case TRACE_DETAIL_CLOSE:
            guard let index = open.lastIndex(where: { $0.depth <= detail.depth }) else { break }
            let call = open[index]
            open.removeSubrange(index...)
            if call.depth == detail.depth { blocks.close(call.number, duration: Self.real(detail.start &- call.start)) }
        case TRACE_DETAIL_VALUE:
            guard let call = open.last(where: { $0.depth == detail.depth }) else { break }
            blocks.setValue(call.number, detail.value)
        case TRACE_DETAIL_KEPT:
            if let call = keeper(at: record, of: first, blocks) { blocks.keep(call, ticket: detail.value) }
        case TRACE_DETAIL_ORIGIN:
            origins.append((detail.value, detail.node, detail.depth))
            if detail.detail > 1 { origins.append((detail.start, detail.node, detail.depth)) }
            if detail.detail > 2 { origins.append((detail.duration, detail.node, detail.depth)) }
        case TRACE_DETAIL_GAP: origins.removeAll(keepingCapacity: true)
        default:
            assertionFailure("no operation and no detail has the number \(detail.operation)")
            malformed += 1
        }
        record += 1
    }

    /// The number of the call that handed in a kept element: the innermost open call that hands on an event, or else
    /// the innermost open call. If `detail` is 1, the last call, if it is the `create` of the object that keeps the
    /// element.
    private func keeper(
        at kept: UnsafePointer<rxtrace_record>, of first: UnsafePointer<rxtrace_record>, _ blocks: borrowing CallBlocks
    ) -> Int? {
        let handsEventOn = OperationRow.handsEventOn
        var innermost: Int?
        var depth = kept.pointee.depth
        var number = callCount + blocks.calls.count
        var record = kept
        while record > first, depth > 0 {
            record -= 1
            guard record.pointee.operation < UInt8(TRACE_OPERATIONS) else { continue }
            number -= 1
            if kept.pointee.detail == 1 {
                return record.pointee.operation == Trace.Operation.create.rawValue ? number : nil
            }
            guard record.pointee.depth < depth else { continue }
            depth = record.pointee.depth
            innermost = innermost ?? number
            if handsEventOn[Int(record.pointee.operation)] { return number }
        }
        // The calls around these began in an earlier chunk, and were open when it was written.
        for call in open.reversed() where call.depth < depth {
            depth = call.depth
            innermost = innermost ?? call.number
            if call.isEvent { return call.number }
        }
        return innermost
    }

    /// Returns a payload of several records, and moves `record` to the last of them. They stand in one chunk, and were
    /// published together.
    private func take(
        _ words: MultiRecordPayload, _ record: inout UnsafePointer<rxtrace_record>
    ) -> MultiRecordPayload {
        record += words.recordCount - 1
        return words
    }
}

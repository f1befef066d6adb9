import CTraceBuffer
import TraceKit

/// A call as it stands in a thread's buffer, with its details.
struct RecordedCall {
    var operation: Trace.Operation
    var detail: UInt8
    var node: UInt32
    var value: UInt64
    var start: UInt64
    /// `TRACE_OPEN` for a call that had not returned.
    var duration: UInt64
    /// Which of ``Records/threads`` made it.
    var thread: Int
    /// The call it was made in, as an index into the same thread's calls.
    var parent: Int?
    /// What `schedule` calls are known by to the `invoke` they cause.
    var identity: UInt64
    var text: String?
    var type: UInt?
    var site: [UInt] = []
}

/// What a node told of itself.
struct RecordedNode {
    var type: UInt
    var role: Trace.Role
    var name: String?
}

/// All that a recording left in the buffers.
struct Records {
    struct Thread {
        /// The thread's `trace_thread_mark`.
        var mark: UInt
        var isMain: Bool
        var calls: [RecordedCall]
    }

    var threads: [Thread] = []
    var nodes: [UInt32: RecordedNode] = [:]
    var dropped = 0
}

/// Reads the buffers of a recording that has ended.
struct RecordReader {
    private var records = Records()
    private var calls: [RecordedCall] = []
    private var open: [Int] = []
    // A text that is not complete yet: what it belongs to and how many bytes are missing.
    private var text: (kind: RecordedDetail, node: UInt32, bytes: [UInt8], missing: Int)?

    static func readAll(epoch: UInt32) -> Records {
        var reader = RecordReader()
        var thread = trace_next_thread(epoch, nil)
        while let current = thread {
            reader.read(current)
            thread = trace_next_thread(epoch, current)
        }
        return reader.records
    }

    private mutating func read(_ thread: UnsafeMutablePointer<trace_thread>) {
        calls = []
        open = []
        var chunk = trace_next_chunk(thread, nil)
        while let current = chunk {
            let records = trace_chunk_records(current)
            for offset in 0..<Int(records.count) {
                let identity = trace_identity_at(thread, current, offset)
                read(trace_read_record(records.first + offset), thread: Int(thread.pointee.index), identity: identity)
            }
            chunk = trace_next_chunk(thread, current)
        }
        records.dropped += Int(thread.pointee.dropped)
        let entry = Records.Thread(
            mark: thread.pointee.mark, isMain: thread.pointee.is_main, calls: calls)
        let index = Int(thread.pointee.index)
        while records.threads.count <= index {
            records.threads.append(Records.Thread(mark: 0, isMain: false, calls: []))
        }
        records.threads[index] = entry
    }

    private mutating func read(_ record: trace_record, thread: Int, identity: UInt64) {
        if record.operation & UInt8(TRACE_DETAIL) != 0 {
            readDetail(record)
            return
        }
        guard let operation = Trace.Operation(rawValue: record.operation) else { return }
        let depth = Int(record.depth)
        if open.count > depth { open.removeLast(open.count - depth) }
        calls.append(
            RecordedCall(
                operation: operation, detail: record.detail, node: record.node, value: record.value,
                start: record.start, duration: record.duration, thread: thread, parent: open.last,
                identity: identity))
        open.append(calls.count - 1)
    }

    private mutating func readDetail(_ record: trace_record) {
        guard let kind = RecordedDetail(rawValue: record.operation & ~UInt8(TRACE_DETAIL)) else { return }
        let words = [record.start, record.duration, record.value]
        switch kind {
        case .node:
            records.nodes[record.node] = RecordedNode(
                type: UInt(record.start), role: Trace.Role(rawValue: record.detail) ?? .object,
                name: records.nodes[record.node]?.name)
        case .type:
            if !calls.isEmpty { calls[calls.count - 1].type = UInt(record.start) }
        case .site:
            if !calls.isEmpty { calls[calls.count - 1].site += words.filter { $0 != 0 }.map { UInt($0) } }
        case .name, .text:
            readText(kind, record, words)
        }
    }

    private mutating func readText(_ kind: RecordedDetail, _ record: trace_record, _ words: [UInt64]) {
        var current = text ?? (kind, record.node, [], Int(record.depth))
        let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        let part = bytes.prefix(current.missing)
        current.bytes += part
        current.missing -= part.count
        guard current.missing == 0 else {
            text = current
            return
        }
        text = nil
        let string = String(decoding: current.bytes, as: UTF8.self)
        if kind == .name {
            records.nodes[record.node]?.name = string
        } else if !calls.isEmpty {
            calls[calls.count - 1].text = string
        }
    }
}

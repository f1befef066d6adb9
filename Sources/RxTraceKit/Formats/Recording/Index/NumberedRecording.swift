/// The calls of a recording by their numbers: each is read when it is asked for, from the blocks that hold its
/// segment.
///
/// A call's position is its id less one. The segments that were used last are in memory, some megabytes each. It is used by
/// one thread at a time.
///
/// ```swift
/// let recording = try TraceRecording(byIndexOf: "out.rxtrace", named: nil, in: .ofUser)
/// let call = try recording?.numbered?.call(at: 8_999_999)
/// ```
///
/// Everything here throws ``RecordingIndexDamage`` where the index and the recording do not fit.
package final class NumberedRecording {
    /// How many calls there are.
    package let count: Int

    private let index: RecordingIndex
    private let findings: RecordingFindings
    private var decoder: CallDecoder
    private var reader: SegmentReader
    /// By the index of a recorded thread, its number in the trace.
    private let threadNumbers: [Int]
    /// The segments that were used last, the last one first.
    private var held: [(number: Int, segment: IndexedSegment)] = []
    private static let mostHeld = 6

    init(_ index: RecordingIndex, _ findings: RecordingFindings, _ decoder: CallDecoder) {
        self.index = index
        self.findings = findings
        self.decoder = decoder
        count = findings.count - findings.unusedHops.count
        reader = SegmentReader(findings.blocks, threads: findings.allThreads)
        var numbers = [Int](repeating: 0, count: findings.blocks.tables.threads.count)
        for (number, thread) in findings.threads.enumerated() { numbers[thread] = number }
        threadNumbers = numbers
    }

    /// What led to a call, by positions.
    package struct Links: Equatable {
        /// The call that asked for this work, or else the one it was made in; nil for a root.
        package var above: Int?
        /// The ids of the call that handed in its element, and of those that handed in the parts.
        package var origin: Int?
        package var parts: [Int]
    }

    /// The position of the call with an id; nil for none.
    package func position(of id: Int) -> Int? { id > 0 && id <= count ? id - 1 : nil }

    /// The call at a position.
    package func call(at position: Int) throws -> Trace.Call {
        let (segment, place, id) = try find(position)
        return call(segment.entries[place], id, segment)
    }

    /// The calls at some positions that follow each other.
    package func calls(at positions: Range<Int>) throws -> [Trace.Call] {
        var calls: [Trace.Call] = []
        calls.reserveCapacity(positions.count)
        for position in positions { calls.append(try call(at: position)) }
        return calls
    }

    /// What led to the call at a position.
    package func links(at position: Int) throws -> Links {
        let (segment, place, _) = try find(position)
        let entry = segment.entries[place]
        return Links(
            above: (self.id(of: entry.cause) ?? self.id(of: entry.parent)).map { $0 - 1 },
            origin: self.id(of: entry.origin), parts: parts(of: entry, segment))
    }

    /// How many elements were handed to the node of a call before the last of them, where the call passes on one that was
    /// made of all: the greater of how many were handed, and how many passed on before.
    package func elementsBefore(_ position: Int) throws -> Int {
        let (segment, place, _) = try find(position)
        let node = segment.entries[place].recorded.node
        var (handed, passedOn) = segment.accumulated[node] ?? (0, 0)
        for entry in segment.entries[...place]
        where entry.recorded.node == node
            && RecordedEventForm.kind(of: entry.recorded.detail) == RecordedEventForm.next
        {
            if entry.operation == .on { handed += 1 } else if entry.operation == .forwardOn { passedOn += 1 }
        }
        return max(handed, passedOn) - 1
    }

    /// Gives every call to `body`, in order.
    package func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        for number in index.table.segments.indices {
            let segment = try read(number)
            for (place, entry) in segment.entries.enumerated() {
                let id = segment.firstCall + place
                if !findings.unusedHops.isEmpty, entry.operation == .hop || entry.operation == .invoke,
                    findings.unusedHops.contains(id)
                {
                    continue
                }
                try body(call(entry, id, segment))
            }
        }
    }

    private func find(_ position: Int) throws -> (IndexedSegment, place: Int, id: Int) {
        precondition(position >= 0 && position < count, "there is no call at \(position)")
        let id = findings.unusedHops.whole(of: position + 1)
        if let last = held.first, let place = Self.place(of: id, in: last.segment) { return (last.segment, place, id) }
        let segments = index.table.segments
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].firstCall <= id { low = middle + 1 } else { high = middle }
        }
        let number = low - 1
        if let known = held.firstIndex(where: { $0.number == number }) {
            held.insert(held.remove(at: known), at: 0)
        } else {
            if held.count == Self.mostHeld { held.removeLast() }
            held.insert((number, try read(number)), at: 0)
        }
        guard let place = Self.place(of: id, in: held[0].segment) else { throw RecordingIndexDamage() }
        return (held[0].segment, place, id)
    }

    private static func place(of id: Int, in segment: IndexedSegment) -> Int? {
        let place = id - segment.firstCall
        return segment.entries.indices.contains(place) ? place : nil
    }

    private func read(_ number: Int) throws -> IndexedSegment {
        let segments = index.table.segments
        guard segments.indices.contains(number) else { throw RecordingIndexDamage() }
        let payload = try index.payload(of: segments[number])
        let end = number + 1 < segments.count ? segments[number + 1].start : nil
        return try payload.withUnsafeBytes { try reader.read(segments[number], before: end, $0) }
    }

    /// The id in the trace of the call that has another among all; nil for 0, and for one that is none of the trace's.
    private func id(of id: Int32) -> Int? {
        guard id > 0 else { return nil }
        let unused = findings.unusedHops
        guard !unused.isEmpty else { return Int(id) }
        return unused.contains(Int(id)) ? nil : unused.id(of: Int(id))
    }

    private func parts(of entry: IndexedSegment.Entry, _ segment: IndexedSegment) -> [Int] {
        segment.parts[Int(entry.parts.lowerBound)..<Int(entry.parts.upperBound)].compactMap { id(of: $0) }
    }

    private func call(_ entry: IndexedSegment.Entry, _ id: Int, _ segment: IndexedSegment) -> Trace.Call {
        let block = segment.blocks[Int(entry.block)]
        var attachment = RecordedAttachment()
        if entry.recorded.attachment >= 0 { attachment = block.calls.attachments[Int(entry.recorded.attachment)] }
        var subscription = entry.subscription
        if subscription < 0, !findings.late.isEmpty { subscription = findings.late[id] ?? -1 }
        let assembled = AssembledCall(
            id: findings.unusedHops.id(of: id), parent: self.id(of: entry.parent), cause: self.id(of: entry.cause),
            origin: self.id(of: entry.origin), parts: entry.parts.isEmpty ? [] : parts(of: entry, segment),
            thread: threadNumbers[Int(entry.thread)], operation: entry.operation, node: entry.node,
            subscription: subscription, stack: entry.isPlaced ? attachment.stack : -1, type: attachment.type,
            isInHop: false)
        return decoder.call(
            assembled, entry.recorded, block.calls, node: findings.columns.number(of: entry.node),
            subscription: subscription)
    }
}

/// A source whose calls can be read by their numbers.
package protocol NumberedSource: TraceSource {
    /// Its calls by their numbers; nil where they can only be gone through.
    var numbered: NumberedRecording? { get }
}

extension TraceSource {
    /// The calls by their numbers; nil where they can only be gone through.
    var numberedCalls: NumberedRecording? { (self as? any NumberedSource)?.numbered }
}

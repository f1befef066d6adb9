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

    let index: RecordingIndex
    private let findings: RecordingFindings
    private var calls: SegmentCallDecoder
    private var reader: SegmentReader
    /// The segments whose calls name calls of a segment as their causes; nil where nobody has asked yet.
    private var caused: [Int: [Int]]?
    /// The segments that were used last, the last one first.
    private var held: [(number: Int, segment: IndexedSegment)] = []
    private static let mostHeld = 6
    let nodes: NodePages

    init(_ index: RecordingIndex, _ findings: RecordingFindings, _ nodes: NodePages, _ decoder: CallDecoder) {
        self.index = index
        self.nodes = nodes
        self.findings = findings
        calls = SegmentCallDecoder(findings, decoder)
        count = findings.count - findings.unusedHops.count
        reader = SegmentReader(findings.blocks, threads: findings.allThreads)
    }

    var decoder: CallDecoder { calls.decoder }

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

    /// What led to the call at a position.
    package func links(at position: Int) throws -> Links {
        let (segment, place, _) = try find(position)
        let entry = segment.entries[place]
        return Links(
            above: (calls.id(of: entry.facts.cause) ?? calls.id(of: entry.facts.parent)).map { $0 - 1 },
            origin: calls.id(of: entry.facts.origin), parts: calls.parts(of: entry.facts, segment.parts))
    }

    /// What tells of a call where it stands among others.
    package struct Place {
        /// The call's, and that of the call which asked for this work, or else of the one it was made in; nil for a root.
        package var position: Int
        package var above: Int?
        /// Whether the call above is the one that asked for it.
        package var isCaused: Bool
        package var asksForWork: Bool
        /// The ids of the thread and of the subscription.
        package var thread: Int
        package var subscription: Int?
        /// Ticks; the end is the greatest number for a call that had not returned.
        package var start: UInt64
        package var end: UInt64
    }

    /// The place of the call at a position.
    package func place(at position: Int) throws -> Place {
        let (segment, place, id) = try find(position)
        return self.place(of: segment.entries[place], id)
    }

    /// Gives the places of a segment's calls to `body`, in order.
    package func forEachPlace(inSegment number: Int, _ body: (Place) throws -> Void) throws {
        let segment = try segment(number)
        for (place, entry) in segment.entries.enumerated()
        where !calls.isUnused(entry.operation, segment.firstCall + place) {
            try body(self.place(of: entry, segment.firstCall + place))
        }
    }

    /// How many segments there are.
    package var segmentCount: Int { index.table.segments.count }

    /// The segment of the call at a position.
    package func segment(at position: Int) -> Int { number(ofSegmentWith: findings.unusedHops.whole(of: position + 1)) }

    /// When a segment starts, in ticks: no call before it started then or later; nil behind the last.
    package func start(ofSegment number: Int) -> UInt64? {
        number < segmentCount ? index.table.segments[number].calls.start : nil
    }

    /// The position of the first call that started at a time or later, in ticks; ``count`` where none did.
    package func position(startingFrom time: UInt64) throws -> Int {
        let segments = index.table.segments
        // It begins this segment, or is in the one before: calls that started at one time are in one segment.
        let next = segments.partitioningIndex { $0.calls.start >= time }
        var id = next < segments.count ? segments[next].calls.firstCall : nil
        if next > 0 {
            let segment = try segment(next - 1)
            let place = segment.entries.partitioningIndex { $0.recorded.start >= time }
            if place < segment.entries.count { id = segment.firstCall + place }
        }
        return id.map { min(count, findings.unusedHops.id(of: $0) - 1) } ?? count
    }

    /// How many calls some segments have.
    package func callCount(ofSegments numbers: [Int]) -> Int {
        numbers.reduce(0) { $0 + index.table.segments[$1].calls.count }
    }

    /// The segments that may have calls on some threads, by their ids.
    package func segments(withThreads ids: Set<Int>) -> [Int] {
        let numbers = Set(
            findings.allThreads.indices.filter { ids.contains(calls.threadNumbers[findings.allThreads[$0]]) })
        return index.table.segments.indices.filter {
            index.table.segments[$0].contents.threads.contains(where: numbers.contains)
        }
    }

    /// The segments that may have calls of some subscriptions, by their ids.
    package func segments(withSubscriptions ids: Set<Int>) -> [Int] {
        let numbers = ids.map { $0 - 1 }.sorted()
        return index.table.segments.indices.filter { index.table.segments[$0].contents.mayHave(numbers) }
    }

    /// The position of the call that made a subscription, by its id; nil where none is recorded.
    package func position(ofSubscribe id: Int) throws -> Int? {
        for number in segments(withSubscriptions: [id]) {
            let segment = try segment(number)
            for (place, entry) in segment.entries.enumerated()
            where entry.operation == .subscribe && Int(entry.facts.subscription) + 1 == id {
                return findings.unusedHops.id(of: segment.firstCall + place) - 1
            }
        }
        return nil
    }

    /// The segments behind one of which calls were asked for by calls of that one.
    package func segments(causedIn number: Int) -> [Int] {
        let caused =
            self.caused
            ?? {
                var caused: [Int: [Int]] = [:]
                for (number, segment) in index.table.segments.enumerated() {
                    for cause in segment.contents.causes { caused[cause, default: []].append(number) }
                }
                return caused
            }()
        self.caused = caused
        return caused[number] ?? []
    }

    /// Gives the closures, events and marks of a segment to `body`, in order, with what they were handed.
    package func forEachEvent(
        inSegment number: Int, _ body: (Trace.Call, _ handed: Trace.Event?) throws -> Void
    ) throws {
        let segment = try segment(number)
        for (place, entry) in segment.entries.enumerated() {
            guard entry.operation == .on || entry.operation == .handler || entry.operation == .mark else { continue }
            let call = call(entry, segment.firstCall + place, segment)
            // A closure has the event of the call around it.
            let around =
                try entry.operation == .handler
                ? calls.id(of: entry.facts.parent).map { try self.call(at: $0 - 1) } : nil
            try body(call, call.event ?? around?.event)
        }
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

    private func find(_ position: Int) throws -> (IndexedSegment, place: Int, id: Int) {
        precondition(position >= 0 && position < count, "there is no call at \(position)")
        let id = findings.unusedHops.whole(of: position + 1)
        if let last = held.first, let place = Self.place(of: id, in: last.segment) { return (last.segment, place, id) }
        let segment = try segment(number(ofSegmentWith: id))
        guard let place = Self.place(of: id, in: segment), !nodes.isDamaged else { throw RecordingIndexDamage() }
        return (segment, place, id)
    }

    private func number(ofSegmentWith id: Int) -> Int {
        index.table.segments.partitioningIndex { $0.calls.firstCall > id } - 1
    }

    /// A segment, which is in memory from now on.
    private func segment(_ number: Int) throws -> IndexedSegment {
        if let known = held.firstIndex(where: { $0.number == number }) {
            held.insert(held.remove(at: known), at: 0)
        } else {
            if held.count == Self.mostHeld { held.removeLast() }
            held.insert((number, try read(number)), at: 0)
        }
        return held[0].segment
    }

    private func place(of entry: IndexedSegment.Entry, _ id: Int) -> Place {
        let cause = calls.id(of: entry.facts.cause)
        let subscription = calls.subscription(entry.facts, id)
        return Place(
            position: findings.unusedHops.id(of: id) - 1,
            above: (cause ?? calls.id(of: entry.facts.parent)).map { $0 - 1 },
            isCaused: cause != nil, asksForWork: entry.operation.asksForWork,
            thread: calls.threadNumbers[Int(entry.thread)],
            subscription: subscription < 0 ? nil : Int(subscription) + 1, start: entry.recorded.start,
            end: entry.recorded.end)
    }

    private static func place(of id: Int, in segment: IndexedSegment) -> Int? {
        let place = id - segment.firstCall
        return segment.entries.indices.contains(place) ? place : nil
    }

    private func read(_ number: Int) throws -> IndexedSegment {
        guard index.table.segments.indices.contains(number) else { throw RecordingIndexDamage() }
        var segment: IndexedSegment?
        try index.withFacts(ofSegment: number) {
            segment = try reader.read(index.segment(number), before: index.end(ofSegment: number), $0)
        }
        return try segment ?? { throw RecordingIndexDamage() }()
    }

    private func call(_ entry: IndexedSegment.Entry, _ id: Int, _ segment: IndexedSegment) -> Trace.Call {
        calls.call(
            entry.recorded, entry.operation, thread: Int(entry.thread), entry.facts, parts: segment.parts,
            segment.blocks[Int(entry.block)].calls, id: id)
    }
}

import Foundation
import RxTraceKit

/// The trace that is looked around in, and the calls of it that a filter leaves: of a recording that is read by its index,
/// those of a part.
struct BrowsedTrace {
    /// How many calls a part has: so many are read and put in order while nobody notices.
    static let usualPart = 1 << 13

    /// All calls, with the names of the source.
    let whole: any TraceSource
    /// What of a recording cannot be read, in words; nil where all can.
    let fault: String?
    private(set) var calls: any NumberedCalls
    private(set) var filter: BrowseFilter
    /// What the filter chooses from: all calls, or the part.
    private(set) var shown: any TraceSource
    /// The positions of the part's calls in the whole; nil where all calls are in memory.
    private(set) var part: Range<Int>?
    private let base: TraceFilter
    private let recording: NumberedRecording?
    private let partSize: Int

    /// - Parameters:
    ///   - base: what the command line leaves out. Where that is anything, all calls are gone through.
    ///   - partSize: how many calls a part has of a recording that is read by its index.
    /// - Throws: `TraceReadError` where the calls cannot be read.
    init(
        _ whole: any TraceSource, fault: String?, base: TraceFilter, filter: BrowseFilter,
        partSize: Int = Self.usualPart
    ) throws {
        self.whole = whole
        self.fault = fault
        self.filter = filter
        self.base = base
        self.partSize = partSize
        var rest = base
        rest.zoom = .internals
        recording = rest.keepsAll ? whole.numberedCalls : nil
        part = recording.map { 0..<min(partSize, $0.count) }
        shown = whole
        calls = try CallsInMemory(TraceInMemory(Trace(scenario: "")))
        try show(filter)
    }

    /// Shows other calls of it.
    mutating func show(_ filter: BrowseFilter) throws {
        if let recording, let part { shown = try RecordingPart(of: whole, by: recording, part) }
        calls = try CallsInMemory(filter.added(to: base).apply(to: shown))
        self.filter = filter
    }

    // MARK: Parts

    /// The ids of the part's calls, and of all: those of a recording are from 1 on. Nil where all calls are in memory.
    var partIDs: (ids: Range<Int>, all: Range<Int>)? {
        part.map { (($0.lowerBound + 1)..<($0.upperBound + 1), 1..<(whole.callCount + 1)) }
    }

    /// Shows the part that begins at a position of the whole, or the last one where that has fewer calls.
    mutating func show(partFrom start: Int) throws {
        guard let recording else { return }
        let start = max(0, min(start, recording.count - partSize))
        part = start..<min(start + partSize, recording.count)
        try show(filter)
    }

    /// Shows the part around a position of the whole.
    mutating func show(partAround position: Int) throws { try show(partFrom: position - partSize / 2) }

    /// The calls near one, by its id, that a picture is made of while nobody notices; all where they are in memory.
    func near(_ id: Int) throws -> any TraceSource {
        guard let recording, let part else { return shown }
        let start = max(part.lowerBound, min(id - 1 - partSize / 8, part.upperBound - partSize / 4))
        return try RecordingPart(of: whole, by: recording, start..<min(start + partSize / 4, part.upperBound))
    }

    /// How near to its end a part is left for the next one.
    var margin: Int { partSize / 8 }

    /// Whether the part has a position well within it, as far as there are calls on both sides.
    func isWithin(_ position: Int) -> Bool {
        guard let part, let recording else { return true }
        return (part.lowerBound == 0 || position >= part.lowerBound + margin)
            && (part.upperBound == recording.count || position < part.upperBound - margin)
    }

    /// The position in the whole of the first call that started after one had returned.
    func position(afterEndOf position: Int) throws -> Int {
        guard let recording else { return position + 1 }
        let end = try recording.place(at: position).end
        return end == .max ? recording.count : max(position + 1, try recording.position(startingFrom: end))
    }

    /// The calls from a position of the whole on, a part of them, with what they name.
    func calls(at positions: Range<Int>) throws -> RecordingPart? {
        try recording.map { try RecordingPart(of: whole, by: $0, positions, hasCallsAround: false) }
    }

    /// The positions of the whole that lie beyond others: as many as a part has, or as there are.
    func positions(beyond other: Range<Int>, backward: Bool) -> Range<Int> {
        backward
            ? max(0, other.lowerBound - partSize)..<other.lowerBound
            : other.upperBound..<min(whole.callCount, other.upperBound + partSize)
    }

    // MARK: Growing

    /// The id in `other` of the call that has `id` here: calls of a recording that grows may get others, where a thread's
    /// are written behind those of another.
    func renumbered(_ id: Int, in other: BrowsedTrace) throws -> Int? {
        guard let position = try calls.position(of: id) else { return id }
        let call = try calls.call(at: position)
        guard let start = call.start else { return id }
        // Calls stand in the order in which they started.
        let first = try (0..<other.calls.count).partitioningIndex { try other.calls.call(at: $0).start ?? 0 >= start }
        for offset in 0..<16 {
            for place in Set([first + offset, first - offset]) where place >= 0 && place < other.calls.count {
                let found = try other.calls.call(at: place)
                if found.thread == call.thread, found.operation == call.operation, found.event == call.event,
                    found.label == call.label
                {
                    return found.id
                }
            }
        }
        return nil
    }
}

extension BrowseState {
    /// The same choice in a trace that was read anew.
    mutating func renumber(_ number: (Int) throws -> Int?) throws {
        selected = try selected.flatMap(number)
        top = try top.flatMap(number)
        past = try past.compactMap(number)
        future = try future.compactMap(number)
        let ids = Dictionary(
            try folds.exceptions.compactMap { id in try number(id).map { (id, $0) } }, uniquingKeysWith: { $1 })
        folds.renumber { ids[$0] }
    }
}

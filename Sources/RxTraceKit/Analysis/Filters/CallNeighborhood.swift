/// A call of a recording with an index, with the calls above it, all below it, and some of its siblings, as
/// ``SurroundingCalls`` and ``FilterPass`` have them: only the segments with such calls are read.
struct CallNeighborhood {
    private(set) var positions: Set<Int> = []
    private let recording: NumberedRecording
    private let limit: (kept: Int, seen: Int)
    private var seen = 0

    /// - Throws: ``TooManyCallsToFind`` where there are more than `limit` says, or more have to be looked at.
    init(
        _ wanted: TraceFilter.Surroundings, _ recording: NumberedRecording, _ limit: (kept: Int, seen: Int)
    ) throws {
        self.recording = recording
        self.limit = limit
        guard let position = recording.position(of: wanted.call) else { return }
        let center = try recording.place(at: position)
        let parent = try center.above.map { try recording.place(at: $0) }
        positions = [position]
        try addSiblingsBefore(center, wanted.siblings)
        try addSiblingsAfter(center, below: parent, wanted.siblings)
        var above = center.above
        while let next = above {
            try add(next)
            above = try place(at: next).above
        }
        try addCallsBelow(center)
    }

    private mutating func add(_ position: Int) throws {
        positions.insert(position)
        guard positions.count <= limit.kept else { throw TooManyCallsToFind() }
    }

    private mutating func place(at position: Int) throws -> NumberedRecording.Place {
        try look(at: 1)
        return try recording.place(at: position)
    }

    private mutating func look(at count: Int) throws {
        seen += count
        guard seen <= limit.seen else { throw TooManyCallsToFind() }
    }

    /// They stand between their parent and the call.
    private mutating func addSiblingsBefore(_ center: NumberedRecording.Place, _ count: Int) throws {
        var left = count
        var next = center.position - 1
        while left > 0, next > center.above ?? -1 {
            if try place(at: next).above == center.above {
                try add(next)
                left -= 1
            }
            next -= 1
        }
    }

    private mutating func addSiblingsAfter(
        _ center: NumberedRecording.Place, below parent: NumberedRecording.Place?, _ count: Int
    ) throws {
        guard count > 0 else { return }
        // Calls without a parent may stand anywhere; others were made while it ran, or were asked for by it.
        var search = SegmentSearch(recording, from: recording.segment(at: center.position))
        if let parent { search.add(callsIn: parent) }
        var found: [Int] = []
        while found.count < count, let segment = search.next(goesOn: parent == nil) {
            try look(at: recording.callCount(ofSegments: [segment]))
            try recording.forEachPlace(inSegment: segment) {
                if $0.position > center.position, $0.above == center.above { found.append($0.position) }
            }
        }
        for position in found.prefix(count) { try add(position) }
    }

    private mutating func addCallsBelow(_ center: NumberedRecording.Place) throws {
        var below: Set<Int> = [center.position]
        var search = SegmentSearch(recording, from: recording.segment(at: center.position))
        search.add(callsIn: center)
        while let segment = search.next() {
            try look(at: recording.callCount(ofSegments: [segment]))
            try recording.forEachPlace(inSegment: segment) { place in
                guard let above = place.above, below.contains(above) else { return }
                below.insert(place.position)
                search.add(callsIn: place)
                guard below.count <= limit.kept else { throw TooManyCallsToFind() }
            }
        }
        for position in below { try add(position) }
    }
}

/// Goes through the segments, from one on, that may have calls right below some others.
private struct SegmentSearch {
    private let recording: NumberedRecording
    private var segment: Int
    private var isFirst = true
    /// How long calls may be made in those others, in ticks.
    private var end: UInt64 = 0
    /// Where work may run that they asked for.
    private var caused: Set<Int> = []
    private var known: Set<Int> = []

    init(_ recording: NumberedRecording, from segment: Int) {
        self.recording = recording
        self.segment = segment
    }

    /// Calls below this one are looked for as well.
    mutating func add(callsIn call: NumberedRecording.Place) {
        end = max(end, call.end)
        guard call.asksForWork, case let own = recording.segment(at: call.position), known.insert(own).inserted else {
            return
        }
        caused.formUnion(recording.segments(causedIn: own))
    }

    /// The next segment; nil where no other has such calls.
    ///
    /// - Parameter goesOn: whether all that follow may have some.
    mutating func next(goesOn: Bool = false) -> Int? {
        if isFirst {
            isFirst = false
            return segment
        }
        guard let start = recording.start(ofSegment: segment + 1) else { return nil }
        if goesOn || start <= end {
            segment += 1
            return segment
        }
        guard let next = caused.filter({ $0 > segment }).min() else { return nil }
        segment = next
        return next
    }
}

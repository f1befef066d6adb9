/// The calls that a filter keeps of a recording with an index: only the segments that may have such calls are read.
///
/// They are in memory, so there is a limit to them; and where a filter asks for what an index does not tell, or the way
/// from the kept calls to each other leads through too many others, all calls are gone through instead.
struct FoundCalls {
    /// As they hang below each other, in order.
    let calls: [Trace.Call]
    /// Why the other calls are left out.
    let reason: FilterPass.Reason

    /// The most calls that are kept, and the most that are gone through.
    private static let limit = (kept: 1 << 16, seen: 1 << 20)

    /// - Returns: nil where all calls are to be gone through.
    init?(of filter: TraceFilter, in source: any TraceSource) throws {
        guard let recording = source.numberedCalls, let reason = filter.reasonByIndex else { return nil }
        do {
            let positions: [Int]
            let isKept: (NumberedRecording.Place) -> Bool
            switch reason {
            case .subscription:
                let subscriptions = filter.allSubscriptions(of: source)
                isKept = { $0.subscription.map(subscriptions.contains) ?? false }
                positions = try Self.positions(
                    in: recording.segments(withSubscriptions: subscriptions), of: recording, isKept)
            case .thread:
                let threads = filter.threadIDs(of: source)
                isKept = { threads.contains($0.thread) }
                positions = try Self.positions(in: recording.segments(withThreads: threads), of: recording, isKept)
            default:
                guard let around = filter.around else { return nil }
                let kept = try CallNeighborhood(around, recording, Self.limit).positions
                isKept = { kept.contains($0.position) }
                positions = kept.sorted()
            }
            var links = FoundLinks(recording, limit: Self.limit.seen, isKept)
            calls = try positions.map { position in
                var call = try recording.call(at: position)
                try call.relink(position: { recording.position(of: $0) }, nearest: { try links.nearest(to: $0) })
                return call
            }
            self.reason = reason
        } catch is TooManyCallsToFind {
            return nil
        }
    }

    private static func positions(
        in segments: [Int], of recording: NumberedRecording, _ isKept: (NumberedRecording.Place) -> Bool
    ) throws -> [Int] {
        guard recording.callCount(ofSegments: segments) <= limit.seen else { throw TooManyCallsToFind() }
        var positions: [Int] = []
        for segment in segments {
            try recording.forEachPlace(inSegment: segment) { if isKept($0) { positions.append($0.position) } }
            guard positions.count <= limit.kept else { throw TooManyCallsToFind() }
        }
        return positions
    }
}

/// An index is of no use: an answer has too many calls, or leads past too many.
struct TooManyCallsToFind: Error {}

extension TraceFilter {
    /// The part of the filter that an index tells the calls of; nil where there is another part.
    fileprivate var reasonByIndex: FilterPass.Reason? {
        var rest = self
        (rest.subscriptions, rest.threads, rest.around) = ([], [], nil)
        guard rest.keepsAll else { return nil }
        return switch (subscriptions.isEmpty, threads.isEmpty, around) {
        case (false, true, nil): .subscription
        case (true, false, nil): .thread
        case (true, true, .some): .around
        default: nil
        }
    }
}

/// The nearest kept calls above others, looked for when they are asked for.
private struct FoundLinks {
    private let recording: NumberedRecording
    private let isKept: (NumberedRecording.Place) -> Bool
    /// By position, what is known.
    private var nearest: [Int: NearestKeptCall] = [:]
    private let limit: Int

    init(_ recording: NumberedRecording, limit: Int, _ isKept: @escaping (NumberedRecording.Place) -> Bool) {
        self.recording = recording
        self.limit = limit
        self.isKept = isKept
    }

    mutating func nearest(to position: Int) throws -> NearestKeptCall {
        var way: [(position: Int, isCaused: Bool)] = []
        var result = NearestKeptCall()
        var next: Int? = position
        while let position = next {
            if let known = nearest[position] {
                result = known
                break
            }
            let place = try recording.place(at: position)
            guard !isKept(place) else {
                result = NearestKeptCall(id: position + 1)
                break
            }
            way.append((position, place.isCaused))
            guard way.count + nearest.count <= limit else { throw TooManyCallsToFind() }
            next = place.above
        }
        for (position, isCaused) in way.reversed() {
            if isCaused { result.isBeyondHop = true }
            nearest[position] = result
        }
        return result
    }
}

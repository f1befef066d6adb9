/// A word for one event of a trace: `812`, `@812`, `#812`, `last`, `onNext`, `onNext=value`, `transform=3`.
///
/// A number is a call's id. `last` is the last event that reached an observer's closure; where a closure had not returned
/// when the recording ended, as after a crash, the last such closure. Any other word is the label of a closure, with the
/// value it was handed after a `=`; both are patterns. Where no closure is labelled so, `onNext`,
/// `onError` and `onCompleted` mean the calls that carry such an event; `mark`, `mark=TEXT` or its text alone mean a mark.
/// Where nothing else matches, the word is looked for in the events' values, first in those that a closure for elements
/// was handed: `pho case` finds `next(iPhone cases)`, as `onNext=*pho case*` does.
public struct EventQuery: Sendable, CustomStringConvertible {
    enum Kind: Sendable {
        case call(Int)
        case last
        case closure(TracePattern, value: TracePattern?)

        var isLast: Bool { if case .last = self { true } else { false } }
    }

    public let description: String
    let kind: Kind
    /// What is looked for in values, if nothing else matches.
    private let text: TracePattern?

    /// - Returns: nil for a word that can name no event, such as an empty one.
    public init?(_ text: String) {
        description = text
        let digits = text.hasPrefix("@") || text.hasPrefix("#") ? text.dropFirst() : text[...]
        if let id = Int(digits), id >= 0 {
            kind = .call(id)
            self.text = nil
        } else if text == "last" {
            kind = .last
            self.text = nil
        } else {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let label = parts.first, !label.isEmpty, digits.count == text.count else { return nil }
            kind = .closure(TracePattern(label), value: parts.count > 1 ? TracePattern(parts[1]) : nil)
            self.text = TracePattern("*\(text)*")
        }
    }

    /// Whether it is the number of a call.
    public var isNumber: Bool { if case .call = kind { true } else { false } }

    /// The kind of event whose closures are asked about: of `onNext`, `onError` and `onCompleted`, with a value or without.
    public var closureKind: Trace.Event.Kind? {
        guard case .closure = kind, let label = description.split(separator: "=").first else { return nil }
        return Trace.Event.Kind.allCases.first { Self.word(for: $0) == label }
    }

    /// Whether the closures that are asked about would have been handed the event of a call.
    func isAbout(_ call: Trace.Call) -> Bool {
        guard case .closure(_, let value) = kind, let event = call.event else { return false }
        return event.kind == closureKind && isHanded(value, event)
    }

    /// Whether a call runs one of the closures that are asked about, with an event that is.
    package func isAnswered(by call: Trace.Call, handed event: Trace.Event?, _ closures: Trace.Closures) -> Bool {
        guard call.operation == .handler, let kind = closureKind, closures[call.label].contains(.init(toldOf: kind))
        else {
            return false
        }
        var handed = call
        handed.event = event
        return isAbout(handed)
    }

    /// One of the calls a query means.
    public struct Match: Sendable, Equatable {
        /// The call's id.
        public var call: Int
        /// Which of the matches it is, from 1.
        public var ordinal: Int
        /// How many calls match.
        public var count: Int

        /// Makes a match: the call, and the how manieth of how many it is.
        public init(call: Int, ordinal: Int = 1, count: Int = 1) {
            self.call = call
            self.ordinal = ordinal
            self.count = count
        }
    }

    /// Finds the call that is meant: the last of those that match, or the one with the given number.
    ///
    /// `ordinal` says which of the matches, from 1; nil for the last.
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    public func find(in source: any TraceSource, ordinal: Int? = nil) throws -> Match? {
        if case .call(let id) = kind, let recording = source.numberedCalls {
            return ordinal ?? 1 == 1 && recording.position(of: id) != nil ? Match(call: id) : nil
        }
        return try find(in: source, ordinal: ordinal) { _ in }
    }

    /// Finds the call that is meant and its causes; nil where none matches.
    ///
    /// - Complexity: goes through the calls twice; takes a few bits for each.
    public func explain(
        in source: any TraceSource, ordinal: Int? = nil
    ) throws -> (match: Match, chain: CausalChain)? {
        if let recording = source.numberedCalls {
            var match: Match?
            if isNumber {
                match = try find(in: source, ordinal: ordinal)
                if match == nil { return nil }
            } else {
                match = try find(in: recording, ordinal: ordinal, source.closures)
            }
            if let match {
                let chain = try CausalChain(of: match.call, NumberedLinks(recording: recording), in: source)
                return chain.map { (match, $0) }
            }
        }
        var links = CausalLinks()
        guard let match = try find(in: source, ordinal: ordinal, { links.add($0) }),
            let chain = try CausalChain(of: match.call, links, in: source)
        else { return nil }
        return (match, chain)
    }

    /// Finds the call by what the index of a recording counts; nil where that does not tell which it is, or none matches.
    func find(
        in recording: NumberedRecording, ordinal: Int?, _ closures: Trace.Closures
    ) throws -> Match? {
        let ranks = recording.sorts.map { sort in
            (
                rank: rank(of: sort.call, handed: sort.handed, closures)
                    ?? rankOfText(in: sort.call, handed: sort.handed, closures),
                possible: sort.hasAnyValue ? possibleRank(of: sort.call, handed: sort.handed, closures) : nil
            )
        }
        let counts = (0..<recording.segmentCount).map { recording.sortCounts(inSegment: $0) }
        let present = Set(counts.joined().map(\.sort))
        // Of other sorts of calls nothing is known.
        guard let best = present.compactMap({ ranks[$0].rank }).min(), kind.isLast ? best < Self.rankOfOthers : true,
            !present.contains(where: { ranks[$0].possible.map { $0 <= best } ?? false })
        else { return nil }
        let matching = counts.map { counts in counts.reduce(0) { $0 + (ranks[$1.sort].rank == best ? $1.count : 0) } }
        let count = matching.reduce(0, +)
        let wanted = ordinal ?? count
        var before = 0
        guard (1...count).contains(wanted),
            let segment = matching.firstIndex(where: { own in
                before += own
                return before >= wanted
            })
        else { return nil }
        var left = wanted - (before - matching[segment])
        var found: Int?
        try recording.forEachEvent(inSegment: segment) { call, handed in
            let own = rank(of: call, handed: handed, closures) ?? rankOfText(in: call, handed: handed, closures)
            guard own == best else { return }
            left -= 1
            if left == 0 { found = call.id }
        }
        guard let found else { throw RecordingIndexDamage() }
        return Match(call: found, ordinal: wanted, count: count)
    }

    private func find(
        in source: any TraceSource, ordinal: Int?, _ visit: (Trace.Call) -> Void
    ) throws -> Match? {
        var events = EnclosingEvents()
        /// The matches of each rank; the first rank that has any counts.
        var tallies = [Tally](repeating: Tally(wanted: ordinal), count: Self.ranks)
        try source.forEachCall { call in
            visit(call)
            let handed = events.event(for: call) ?? call.event
            if let rank = rank(of: call, handed: handed, source.closures) {
                tallies[rank].add(call.id)
            } else if tallies[..<Self.rankOfText].allSatisfy({ $0.count == 0 }) {
                if let rank = rankOfText(in: call, handed: handed, source.closures) { tallies[rank].add(call.id) }
            }
        }
        guard let tally = tallies.first(where: { $0.count > 0 }), let call = tally.call else { return nil }
        return Match(call: call, ordinal: ordinal ?? tally.count, count: tally.count)
    }

    /// How well calls match: by id or label, by the word for an event, by a mark, and so on; see ``rank(of:handed:_:)``.
    private static let ranks = 7
    /// That of calls whose value has the text: closures for elements first, then other closures, then others that are
    /// handed it.
    private static let rankOfText = 4
    /// That of the calls which are not closures, where the last one is asked for.
    private static let rankOfOthers = 3

    private struct Tally {
        let wanted: Int?
        var count = 0
        var call: Int?

        mutating func add(_ id: Int) {
            count += 1
            if wanted == nil || wanted == count { call = id }
        }
    }

    /// How well the call matches, 0 being best; nil where it does not.
    private func rank(of call: Trace.Call, handed: Trace.Event?, _ closures: Trace.Closures) -> Int? {
        switch kind {
        case .call(let id): return call.id == id ? 0 : nil
        case .last:
            guard call.operation == .handler else { return Self.rankOfOthers }
            if call.start != nil, call.duration == nil { return 0 }
            return closures.kinds(of: call.label).isDisjoint(with: Trace.ClosureKind.toldOfEvents) ? 2 : 1
        case .closure(let label, let value):
            if call.operation == .mark { return isMark(call, label, value) ? 2 : nil }
            if call.operation == .handler {
                guard let own = call.label, label.matches(own), isHanded(value, handed) else { return nil }
                return 0
            }
            guard let event = call.event, call.operation == .on,
                label.matches(Self.word(for: event.kind)), isHanded(value, event)
            else { return nil }
            return 1
        }
    }

    /// How well the call matches by the value it was handed; nil where it does not.
    private func rankOfText(in call: Trace.Call, handed: Trace.Event?, _ closures: Trace.Closures) -> Int? {
        guard let text, let value = handed?.value, text.matches(value) else { return nil }
        return rankOfAnyText(in: call, closures)
    }

    /// The best rank that the call may have, whatever the value it was handed; nil where that does not matter.
    private func possibleRank(of call: Trace.Call, handed: Trace.Event?, _ closures: Trace.Closures) -> Int? {
        guard case .closure(let label, let value) = kind else { return nil }
        if call.operation == .mark { return 2 }
        if value != nil, handed != nil {
            if call.operation == .handler, let own = call.label, label.matches(own) { return 0 }
            if call.operation == .on, let event = call.event, label.matches(Self.word(for: event.kind)) { return 1 }
        }
        return rankOfAnyText(in: call, closures)
    }

    private func rankOfAnyText(in call: Trace.Call, _ closures: Trace.Closures) -> Int? {
        switch call.operation {
        case .handler: closures[call.label].contains(.next) ? Self.rankOfText : Self.rankOfText + 1
        case .on: Self.rankOfText + 2
        default: nil
        }
    }

    private func isMark(_ call: Trace.Call, _ label: TracePattern, _ value: TracePattern?) -> Bool {
        let text = call.label ?? ""
        if TracePattern(description).matches(text) { return true }
        return label.matches(call.operation.name) && value?.matches(text) ?? true
    }

    /// `onNext`, `onError`, `onCompleted`.
    private static func word(for kind: Trace.Event.Kind) -> String { "on\(kind.name.capitalized)" }

    private func isHanded(_ wanted: TracePattern?, _ event: Trace.Event?) -> Bool {
        guard let wanted else { return true }
        return event?.value.map { wanted.matches($0) } ?? false
    }
}

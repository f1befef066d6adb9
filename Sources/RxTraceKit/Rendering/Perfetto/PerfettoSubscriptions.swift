/// The subscriptions of a Perfetto trace, grouped by operator, and how many live.
struct PerfettoSubscriptions {
    /// What subscriptions are grouped by: an operator as the source has it.
    private struct Operator: Hashable {
        var type: String
        var site: Trace.Site?

        var name: String { type + (site.map { " \($0)" } ?? "") }
    }

    private let source: any TraceSource
    private var sequence: PerfettoSequence
    private let tracks: PerfettoTracks
    private var living = LivingSubscriptions()
    private var lanes = SubscriptionLanes()
    private var operators: [Operator: Int] = [:]
    /// By operator: its name, the tracks of its lanes, and that which counts the others.
    private var names: [String] = []
    private var laneTracks: [[UInt64]] = []
    private var otherTracks: [UInt64?] = []
    private let group: UInt64
    private let count: UInt64

    init(
        _ source: any TraceSource, _ sequence: PerfettoSequence, _ tracks: PerfettoTracks,
        to packets: inout PerfettoPackets
    ) throws {
        self.source = source
        self.sequence = sequence
        self.tracks = tracks
        group = tracks.next()
        count = tracks.next()
        try packets.describe(track: group, below: PerfettoTracks.process, named: "subscriptions")
        try packets.describe(counter: count, below: PerfettoTracks.process, named: "living subscriptions")
    }

    /// Takes one that begins, by its place in the table.
    mutating func begin(
        _ position: Int, at time: UInt64, place: (number: Int, site: Trace.Site)?, to packets: inout PerfettoPackets
    ) throws {
        try end(before: time, to: &packets)
        let subscription = source.subscriptions[position]
        let number = operatorNumber(of: subscription)
        living.begin()
        switch lanes.begin(position, of: number) {
        case .lane(let lane, let isNew):
            if isNew { try addLane(of: number, to: &packets) }
            if let place, sequence.isNew(place: place.number) {
                try sequence.tell(place: place.number, place.site, to: &packets)
            }
            let track = laneTracks[number][lane]
            try sequence.write(.sliceBegin, at: time, to: &packets) { event in
                event.add(PerfettoField.Event.track, track)
                event.add(PerfettoField.Event.name, Self.name(of: subscription))
                if let place { event.add(PerfettoField.Event.sourceLocation, PerfettoField.interned(place.number)) }
                event.add(.subscription, subscription.id)
                if let parent = subscription.parent { event.add(.parent, parent) }
                if let ended = subscription.ended { event.add(.ended, ended) }
            }
        case .others(let count): try write(count, ofOthers: number, at: time, to: &packets)
        }
        try writeLiving(at: time, to: &packets)
    }

    /// Takes the end of one that has begun.
    mutating func end(_ position: Int, at time: UInt64) { living.end(position, at: time) }

    /// Writes the ends up to a time.
    mutating func end(before time: UInt64, to packets: inout PerfettoPackets) throws {
        while let (position, end) = living.next(endingBy: time) {
            let number = operatorNumber(of: source.subscriptions[position])
            switch lanes.end(position, of: number) {
            case .lane(let lane, _):
                let track = laneTracks[number][lane]
                try sequence.write(.sliceEnd, at: end, to: &packets) { $0.add(PerfettoField.Event.track, track) }
            case .others(let count): try write(count, ofOthers: number, at: end, to: &packets)
            }
            try writeLiving(at: end, to: &packets)
        }
    }

    private static func name(of subscription: Trace.Subscription) -> String {
        "subscription \(subscription.id)" + (subscription.name.map { " \(MarkText.quoted($0))" } ?? "")
    }

    private mutating func operatorNumber(of subscription: Trace.Subscription) -> Int {
        let node = source.nodes[id: subscription.node]
        let key = Operator(type: node?.type ?? "subscription", site: node?.site)
        if let number = operators[key] { return number }
        let number = operators.count
        operators[key] = number
        laneTracks.append([])
        otherTracks.append(nil)
        names.append(key.name)
        return number
    }

    private mutating func addLane(of number: Int, to packets: inout PerfettoPackets) throws {
        let track = tracks.next()
        laneTracks[number].append(track)
        try packets.describe(track: track, below: group, named: names[number])
    }

    private mutating func write(
        _ count: Int, ofOthers number: Int, at time: UInt64, to packets: inout PerfettoPackets
    ) throws {
        let track = otherTracks[number] ?? tracks.next()
        if otherTracks[number] == nil {
            otherTracks[number] = track
            try packets.describe(
                counter: track, below: group, named: "\(names[number]), beyond \(SubscriptionLanes.most)")
        }
        try write(count, of: track, at: time, to: &packets)
    }

    private mutating func writeLiving(at time: UInt64, to packets: inout PerfettoPackets) throws {
        try write(living.count, of: count, at: time, to: &packets)
    }

    private mutating func write(
        _ value: Int, of track: UInt64, at time: UInt64, to packets: inout PerfettoPackets
    ) throws {
        try sequence.write(.counter, at: time, to: &packets) { event in
            event.add(PerfettoField.Event.track, track)
            event.add(PerfettoField.Event.counterValue, signed: value)
        }
    }
}

/// The numbers of a Perfetto trace's tracks.
final class PerfettoTracks {
    /// The program's own.
    static let process: UInt64 = 1
    private var last = process

    /// The number of a new track.
    func next() -> UInt64 {
        last += 1
        return last
    }
}

import RxTraceKit

/// A trace in Perfetto's format, read as `trace_processor` reads it: the numbers of the fields are those of Perfetto's own
/// messages.
public struct PerfettoFile {
    public enum Annotation: Equatable, Sendable {
        case number(Int)
        case text(String)
        case truth(Bool)
        case numbers([Int])
    }

    public struct Track {
        public var name: String
        public var parent: UInt64?
        public var isCounter: Bool
        /// The number and name of the thread that it is of.
        public var thread: (number: Int, name: String)?
    }

    public struct Event {
        /// 1 a slice's begin, 2 its end, 3 an instant, 4 a counter.
        public var kind: UInt64
        public var track: UInt64
        public var time: UInt64
        public var name: String
        public var categories: [String]
        public var site: Trace.Site?
        public var flows: [UInt64]
        public var ends: [UInt64]
        public var value: Int?
        public var annotations: [String: Annotation]
    }

    /// A slice, from the event that begins it to the one that ends it.
    public struct Slice {
        public var event: Event
        public var end: UInt64
        public var depth: Int
    }

    public private(set) var tracks: [UInt64: Track] = [:]
    public private(set) var events: [Event] = []
    public private(set) var process: (number: Int, name: String, labels: [String]) = (0, "", [])
    /// When the trace starts, in nanoseconds since 1970.
    public private(set) var calendarStart: UInt64?
    /// Everything that a reader would drop or refuse.
    public private(set) var faults: [String] = []

    /// What a sequence has told so far.
    private struct Sequence {
        var clock: UInt64?
        var clockOfPackets: UInt64?
        var track: UInt64?
        var names: [UInt64: String] = [:]
        var categories: [UInt64: String] = [:]
        var words: [UInt64: String] = [:]
        var sites: [UInt64: Trace.Site] = [:]
    }

    /// What the renderer writes of a trace.
    public static func bytes(of trace: any TraceSource) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes += $0 }
        try PerfettoRenderer().render(trace, to: output)
        try output.flush()
        return bytes
    }

    public init(_ bytes: [UInt8]) throws {
        var sequences: [UInt64: Sequence] = [:]
        for packet in try WireMessage(bytes).messages(1) {
            if let track = try packet.message(60) { try add(track) }
            guard let id = packet.number(10) else { continue }
            if packet.number(13) == 1 { sequences[id] = Sequence() }
            var sequence = sequences[id] ?? Sequence()
            if let clocks = try packet.message(6) { try note(clocks, of: &sequence) }
            if let defaults = try packet.message(59) {
                sequence.clockOfPackets = defaults.number(58)
                sequence.track = try defaults.message(11)?.number(11)
            }
            if let data = try packet.message(12) { try Self.note(data, of: &sequence) }
            if let event = try packet.message(11) {
                guard let clock = sequence.clock, sequence.clockOfPackets == 64, let step = packet.number(8) else {
                    throw WireMessage.Fault(description: "an event has no time")
                }
                sequence.clock = clock + step
                try add(event, at: clock + step, sequence)
            }
            sequences[id] = sequence
        }
        for (uuid, track) in tracks where track.parent.map({ tracks[$0] == nil }) ?? false {
            faults.append("track \(uuid) has a parent that is none")
        }
        findFaults()
    }

    private mutating func add(_ descriptor: WireMessage) throws {
        guard let uuid = descriptor.number(1) else { throw WireMessage.Fault(description: "a track has no uuid") }
        var track = Track(
            name: try descriptor.text(2) ?? "", parent: descriptor.number(5),
            isCounter: try descriptor.message(8) != nil)
        if let process = try descriptor.message(3) {
            self.process = (Int(process.number(1) ?? 0), try process.text(6) ?? "", try process.texts(8))
        }
        if let thread = try descriptor.message(4) {
            track.thread = (Int(thread.number(2) ?? 0), try thread.text(5) ?? "")
        }
        if tracks.updateValue(track, forKey: uuid) != nil { faults.append("there are two tracks \(uuid)") }
    }

    private mutating func note(_ snapshot: WireMessage, of sequence: inout Sequence) throws {
        for clock in try snapshot.messages(1) {
            if clock.number(1) == 1 { calendarStart = clock.number(2) }
            if clock.number(1) == 64, clock.number(3) == 1 { sequence.clock = clock.number(2) }
        }
    }

    private static func note(_ data: WireMessage, of sequence: inout Sequence) throws {
        func texts(_ field: Int) throws -> [(UInt64, String)] {
            try data.messages(field).map { ($0.number(1) ?? 0, try $0.text(2) ?? "") }
        }
        for (number, text) in try texts(1) { sequence.categories[number] = text }
        for (number, text) in try texts(2) { sequence.names[number] = text }
        for (number, text) in try texts(3) { sequence.words[number] = text }
        for place in try data.messages(4) {
            sequence.sites[place.number(1) ?? 0] = Trace.Site(
                file: try place.text(2) ?? "", line: Int(place.number(4) ?? 0))
        }
    }

    private mutating func add(_ event: WireMessage, at time: UInt64, _ sequence: Sequence) throws {
        func known<Text>(_ text: Text?, _ what: String) throws -> Text {
            guard let text else { throw WireMessage.Fault(description: "\(what) was not told before") }
            return text
        }
        var annotations: [String: Annotation] = [:]
        for annotation in try event.messages(4) {
            let word = try known(sequence.words[annotation.number(1) ?? 0], "an annotation's name")
            if let text = try annotation.text(6) {
                annotations[word] = .text(text)
            } else if let truth = annotation.number(2) {
                annotations[word] = .truth(truth == 1)
            } else if let number = annotation.number(3) {
                annotations[word] = .number(Int(bitPattern: UInt(number)))
            } else {
                annotations[word] = .numbers(try annotation.messages(12).map { Int($0.number(3) ?? 0) })
            }
        }
        events.append(
            Event(
                kind: event.number(9) ?? 0, track: try known(event.number(11) ?? sequence.track, "a track"), time: time,
                name: try event.number(10).map { try known(sequence.names[$0], "a name") } ?? event.text(23) ?? "",
                categories: try event.numbers(3).map { try known(sequence.categories[$0], "a category") },
                site: try event.number(34).map { try known(sequence.sites[$0], "a place") }, flows: event.fixed(47),
                ends: event.fixed(48), value: event.number(30).map { Int(bitPattern: UInt($0)) },
                annotations: annotations))
    }

    /// The slices of threads, or of other tracks, in the order in which they begin.
    public func slices(ofThreads: Bool = true) -> [Slice] {
        var slices: [Slice] = []
        var open: [UInt64: [Int]] = [:]
        for event in events where (tracks[event.track]?.thread != nil) == ofThreads {
            if event.kind == 1 {
                slices.append(Slice(event: event, end: .max, depth: open[event.track]?.count ?? 0))
                open[event.track, default: []].append(slices.count - 1)
            } else if event.kind == 2, let last = open[event.track]?.popLast() {
                slices[last].end = event.time
            }
        }
        return slices
    }

    /// The values of the counter of that name, with their times.
    public func values(of counter: String) -> [(time: UInt64, value: Int)] {
        events.filter { $0.kind == 4 && tracks[$0.track]?.name == counter }.map { ($0.time, $0.value ?? .min) }
    }

    public var instants: [Event] { events.filter { $0.kind == 3 } }

    private mutating func findFaults() {
        var depths: [UInt64: Int] = [:]
        var last: [UInt64: UInt64] = [:]
        var starts: [UInt64: Int] = [:]
        var ends: [UInt64: Int] = [:]
        for event in events {
            if tracks[event.track] == nil { faults.append("\(event) is of no track") }
            if event.time < last[event.track] ?? 0 { faults.append("\(event) comes too late") }
            last[event.track] = event.time
            depths[event.track, default: 0] += event.kind == 1 ? 1 : event.kind == 2 ? -1 : 0
            if depths[event.track] ?? 0 < 0 { faults.append("\(event) ends what did not begin") }
            if event.kind == 4, event.value ?? -1 < 0 { faults.append("\(event) counts below 0") }
            if event.kind == 4, tracks[event.track]?.isCounter != true { faults.append("\(event) is no counter's") }
            for flow in event.flows { starts[flow, default: 0] += 1 }
            for flow in event.ends { ends[flow, default: 0] += 1 }
        }
        for (track, depth) in depths where depth > 0 { faults.append("\(depth) slices of track \(track) do not end") }
        if starts != ends || starts.values.contains(where: { $0 > 1 }) { faults.append("flows are not paired") }
    }
}

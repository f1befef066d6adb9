/// One of the sequences that the packets of a Perfetto trace belong to, each of which has a clock and interned texts of its
/// own.
///
/// A packet's time is a step from the packet before, and a text comes once, before the first event that names it: so most
/// events take few bytes.
struct PerfettoSequence {
    /// The interned texts of one kind that the sequence has told, by number.
    private struct Told {
        private var told: [Bool] = []

        /// Whether the text of a number is to be told now.
        @inline(__always)
        mutating func isNew(_ number: Int) -> Bool {
            if number < told.count, told[number] { return false }
            while told.count <= number { told.append(false) }
            told[number] = true
            return true
        }
    }

    /// The clock of a whole trace, that of the calendar, and the first of those that a sequence may have to itself.
    private static let clocks = (trace: UInt64(6), calendar: UInt64(1), own: UInt64(64))
    /// The flag of a sequence's first packet: nothing that another told before counts.
    private static let isCleared: UInt64 = 1

    private let id: UInt64
    private let track: UInt64
    private let calendarStart: UInt64?
    private var last: UInt64 = 0
    private var hasBegun = false
    private var names = Told()
    private var categories = Told()
    private var places = Told()

    /// - Parameters:
    ///   - id: tells the sequence from others, from 1.
    ///   - track: the track of the events that name none.
    ///   - calendarStart: when the trace starts, in nanoseconds since 1970; nil where that is not known.
    init(id: UInt64, track: UInt64, calendarStart: UInt64?) {
        self.id = id
        self.track = track
        self.calendarStart = calendarStart
    }

    /// Writes an event.
    ///
    /// - Parameters:
    ///   - time: in nanoseconds from the start of the trace; one before the last event's is taken for that.
    ///   - body: adds the event's fields.
    @inline(__always)
    mutating func write(
        _ kind: PerfettoEventKind, at time: UInt64, to packets: inout PerfettoPackets,
        _ body: (inout ProtobufMessage) -> Void = { _ in }
    ) throws {
        if !hasBegun { try begin(&packets) }
        let step = time > last ? time - last : 0
        last += step
        try packets.write { packet in
            packet.add(PerfettoField.Packet.timestamp, step)
            packet.add(PerfettoField.Packet.sequence, id)
            packet.add(PerfettoField.Packet.trackEvent) { event in
                event.add(PerfettoField.Event.kind, kind.rawValue)
                body(&event)
            }
        }
    }

    /// Whether the sequence has not told the name of a number: it is to be told now.
    @inline(__always)
    mutating func isNew(name number: Int) -> Bool { names.isNew(number) }

    /// The same for a category.
    @inline(__always)
    mutating func isNew(category number: Int) -> Bool { categories.isNew(number) }

    /// The same for a place in source code.
    @inline(__always)
    mutating func isNew(place number: Int) -> Bool { places.isNew(number) }

    mutating func tell(name number: Int, _ text: String, to packets: inout PerfettoPackets) throws {
        try tell(PerfettoField.Interned.name, number, text, to: &packets)
    }

    mutating func tell(category number: Int, _ text: String, to packets: inout PerfettoPackets) throws {
        try tell(PerfettoField.Interned.category, number, text, to: &packets)
    }

    mutating func tell(place number: Int, _ site: Trace.Site, to packets: inout PerfettoPackets) throws {
        try tell(PerfettoField.Interned.sourceLocation, number, site.file, to: &packets) {
            $0.add(PerfettoField.Interned.line, UInt64(max(0, site.line)))
        }
    }

    private mutating func tell(
        _ field: UInt64, _ number: Int, _ text: String, to packets: inout PerfettoPackets,
        _ more: (inout ProtobufMessage) -> Void = { _ in }
    ) throws {
        if !hasBegun { try begin(&packets) }
        try packets.write { packet in
            packet.add(PerfettoField.Packet.sequence, id)
            packet.add(PerfettoField.Packet.internedData) { data in
                data.add(field) { entry in
                    entry.add(PerfettoField.Interned.number, PerfettoField.interned(number))
                    entry.add(PerfettoField.Interned.text, text)
                    more(&entry)
                }
            }
        }
    }

    /// Sets the sequence's clock, and what its packets need not say.
    private mutating func begin(_ packets: inout PerfettoPackets) throws {
        hasBegun = true
        try packets.write { packet in
            packet.add(PerfettoField.Packet.sequence, id)
            packet.add(PerfettoField.Packet.sequenceFlags, Self.isCleared)
            packet.add(PerfettoField.Packet.clockSnapshot) { snapshot in
                var times = [(Self.clocks.trace, UInt64(0)), (Self.clocks.own, 0)]
                if let calendarStart { times.append((Self.clocks.calendar, calendarStart)) }
                for (clock, time) in times {
                    snapshot.add(PerfettoField.ClockSnapshot.clock) { entry in
                        entry.add(PerfettoField.ClockSnapshot.id, clock)
                        entry.add(PerfettoField.ClockSnapshot.timestamp, time)
                        if clock == Self.clocks.own { entry.add(PerfettoField.ClockSnapshot.isIncremental, 1) }
                    }
                }
            }
        }
        try packets.write { packet in
            packet.add(PerfettoField.Packet.sequence, id)
            packet.add(PerfettoField.Packet.defaults) { defaults in
                defaults.add(PerfettoField.Defaults.clock, Self.clocks.own)
                defaults.add(PerfettoField.Defaults.trackEvent) { $0.add(PerfettoField.Defaults.track, track) }
            }
            packet.add(PerfettoField.Packet.internedData) { data in
                for annotation in PerfettoAnnotation.allCases {
                    data.add(PerfettoField.Interned.annotationName) { entry in
                        entry.add(PerfettoField.Interned.number, annotation.rawValue)
                        entry.add(PerfettoField.Interned.text, annotation.word)
                    }
                }
            }
        }
    }
}

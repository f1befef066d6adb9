/// The events of a Perfetto trace: slices of threads with their flows, marks, work that waits, and subscriptions.
struct PerfettoTimeline {
    private let source: any TraceSource
    private var facts: TimelineFacts
    private var packets: PerfettoPackets
    private let tracks = PerfettoTracks()
    private var names: CallNames
    private var nested: NestedSpans
    private var places: PerfettoPlaces
    private var slots = ThreadSlots()
    /// By slot of the thread.
    private var threads: [PerfettoSequence] = []
    private var program: PerfettoSequence
    private var subscriptions: PerfettoSubscriptions
    private var queues: WorkQueues
    private var queueTracks: [String: UInt64] = [:]
    private let process: UInt64

    init(_ source: any TraceSource, _ facts: TimelineFacts, _ output: TextOutput) throws {
        self.source = source
        self.facts = facts
        packets = PerfettoPackets(output)
        names = CallNames(source.nodes)
        nested = NestedSpans(isBySteps: facts.times.isBySteps)
        places = PerfettoPlaces(source)
        queues = WorkQueues(source.nodes)
        // Perfetto keeps 0 for what is no process, and numbers of 31 bits.
        process = source.run.flatMap { Int32(exactly: $0.process) }.flatMap { $0 > 0 ? UInt64($0) : nil } ?? 1
        program = PerfettoSequence(id: 1, track: PerfettoTracks.process, calendarStart: source.run?.start)
        try Self.describeProgram(source, facts, process, to: &packets)
        let others = PerfettoSequence(id: 2, track: PerfettoTracks.process, calendarStart: source.run?.start)
        subscriptions = try PerfettoSubscriptions(source, others, tracks, to: &packets)
        for thread in source.threads { try describe(thread) }
    }

    private static func describeProgram(
        _ source: any TraceSource, _ facts: TimelineFacts, _ process: UInt64, to packets: inout PerfettoPackets
    ) throws {
        var labels: [String] = []
        if let drops = DropsText.of(source.drops) { labels.append(drops) }
        if let filtered = source as? FilteredTrace {
            labels.append("\(Count.grouped(filtered.whole.callCount - source.callCount)) hidden")
        }
        if let times = facts.timesInWords { labels.append(times) }
        try packets.describe(track: PerfettoTracks.process) { track in
            track.add(PerfettoField.Track.process) {
                $0.add(PerfettoField.Process.number, process)
                $0.add(PerfettoField.Process.name, source.title)
                for label in labels { $0.add(PerfettoField.Process.label, label) }
            }
        }
    }

    private mutating func describe(_ thread: Trace.Thread) throws {
        let slot = slots[thread.id]
        guard slot == threads.count else { return }
        let track = tracks.next()
        // 1 and 2 are the program's and the subscriptions'.
        threads.append(PerfettoSequence(id: UInt64(slot) + 3, track: track, calendarStart: source.run?.start))
        try packets.describe(track: track, below: PerfettoTracks.process) { [process] descriptor in
            descriptor.add(PerfettoField.Track.thread) {
                $0.add(PerfettoField.Thread.process, process)
                $0.add(PerfettoField.Thread.number, process + UInt64(slot))
                $0.add(PerfettoField.Thread.name, thread.name)
            }
        }
    }

    mutating func add(_ call: Trace.Call, at position: Int) throws {
        let slot = slots[call.thread]
        if slot == threads.count { try describe(Trace.Thread(id: call.thread, name: "thread \(call.thread)")) }
        let (start, end) = nested.fit(call, facts.times.span(of: call, at: position))
        for end in nested.ended { try threads[slot].write(.sliceEnd, at: end, to: &packets) }
        if let subscription = facts.spans.begun(by: call, at: position) {
            let site = source.subscriptions[subscription].site
            try subscriptions.begin(
                subscription, at: start, place: site.map { (places.number(of: $0), $0) }, to: &packets)
        }
        try writeSlice(call, at: position, thread: slot, start)
        if call.operation.isNote {
            try program.write(.instant, at: start, to: &packets) {
                $0.add(PerfettoField.Event.name, call.label ?? "")
            }
        }
        if let subscription = facts.spans.ended(by: call, at: position) {
            subscriptions.end(
                subscription, at: facts.end(of: source.subscriptions[subscription], withItsLastCallAt: end))
        }
    }

    mutating func finish() throws {
        for (thread, end) in nested.open() { try threads[slots[thread]].write(.sliceEnd, at: end, to: &packets) }
        try subscriptions.end(before: .max, to: &packets)
    }

    private mutating func writeSlice(_ call: Trace.Call, at position: Int, thread: Int, _ start: UInt64) throws {
        let name = names.number(of: call)
        if threads[thread].isNew(name: name) { try threads[thread].tell(name: name, names.name(name), to: &packets) }
        let category = Int(call.operation.rawValue)
        if threads[thread].isNew(category: category) {
            try threads[thread].tell(category: category, call.operation.name, to: &packets)
        }
        let place = places.number(of: call)
        if let place, threads[thread].isNew(place: place) {
            try threads[thread].tell(place: place, places.site(place), to: &packets)
        }
        let flows = try flows(of: call, at: position, start)
        let isOpen = facts.isOpen(call)
        try threads[thread].write(.sliceBegin, at: start, to: &packets) { event in
            event.add(PerfettoField.Event.nameNumber, PerfettoField.interned(name))
            event.add(PerfettoField.Event.category, PerfettoField.interned(category))
            if let place { event.add(PerfettoField.Event.sourceLocation, PerfettoField.interned(place)) }
            for flow in flows.begun { event.add(PerfettoField.Event.flow, fixed: flow) }
            for flow in flows.ended { event.add(PerfettoField.Event.endOfFlow, fixed: flow) }
            event.add(.call, call.id)
            if let kind = call.eventKind { event.add(PerfettoAnnotation(kind), call.eventValue) }
            if let subscription = call.subscription { event.add(.subscription, subscription) }
            if let label = call.label, !call.operation.isNamedByLabel, !call.operation.isNote {
                event.add(.label, label)
            }
            if !call.parts.isEmpty { event.add(.parts, call.parts) }
            if isOpen { event.add(.returned, false) }
        }
    }
}

// MARK: Flows and queues

extension PerfettoTimeline {
    /// The flows that a call begins and ends. A flow is known by the call it leads to, and by its kind.
    private mutating func flows(
        of call: Trace.Call, at position: Int, _ time: UInt64
    ) throws -> (begun: [UInt64], ended: [UInt64]) {
        var begun: [UInt64] = []
        var ended: [UInt64] = []
        var asks = false
        while let arrow = facts.arrows.next(from: position) {
            if arrow.kind == .cause { asks = true }
            begun.append(flow(arrow.kind, to: arrow.to))
        }
        if asks, let queue = queues.enter(call) { try write(queue, at: time) }
        if facts.arrows.leads(by: call.cause, to: position, facts.times.positions) {
            ended.append(flow(.cause, to: position))
            if let queue = queues.leave(call.cause) { try write(queue, at: time) }
        }
        if facts.arrows.leads(by: call.origin, to: position, facts.times.positions) {
            ended.append(flow(.origin, to: position))
        }
        return (begun, ended)
    }

    private func flow(_ kind: CallArrows.Kind, to position: Int) -> UInt64 {
        UInt64(position) * 2 + (kind == .cause ? 1 : 2)
    }

    private mutating func write(_ queue: (name: String, depth: Int), at time: UInt64) throws {
        let track = queueTracks[queue.name] ?? tracks.next()
        if queueTracks.updateValue(track, forKey: queue.name) == nil {
            try packets.describe(
                counter: track, below: PerfettoTracks.process, named: "waiting for \(queue.name)")
        }
        try program.write(.counter, at: time, to: &packets) {
            $0.add(PerfettoField.Event.track, track)
            $0.add(PerfettoField.Event.counterValue, signed: queue.depth)
        }
    }
}

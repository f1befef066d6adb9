/// The events of a timeline in the order of time: slices, arrows, subscriptions, counters and marks.
struct ChromeTimeline {
    private let source: any TraceSource
    private var facts: TimelineFacts
    private var events: ChromeEvents
    private var names: CallNames
    private var nested: NestedSpans
    /// For each number of a name, its members of an event.
    private var members: [String] = []
    private var living = LivingSubscriptions()
    private var queues: WorkQueues

    init(_ source: any TraceSource, _ facts: TimelineFacts, _ output: TextOutput) {
        self.source = source
        self.facts = facts
        events = ChromeEvents(output)
        names = CallNames(source.nodes)
        nested = NestedSpans(isBySteps: facts.times.isBySteps)
        queues = WorkQueues(source.nodes)
    }

    /// Names the process and its threads.
    mutating func writeNames() throws {
        let process = source.title
        try writeName("process_name", process, thread: 0)
        for thread in source.threads { try writeName("thread_name", thread.name, thread: thread.id) }
    }

    private mutating func writeName(_ word: StaticString, _ name: String, thread: Int) throws {
        try events.begin("M", thread: thread)
        try events.add("name", literal: word)
        try events.arguments { try $0.add("name", name) }
        try events.end()
    }

    mutating func add(_ call: Trace.Call, at position: Int) throws {
        let (start, end) = nested.fit(call, facts.times.span(of: call, at: position))
        try endSubscriptions(before: start)
        if let subscription = facts.spans.begun(by: call, at: position) { try begin(subscription, call, at: start) }
        try writeSlice(call, start, end)
        if call.operation.isNote { try writeMark(call, at: start) }
        try writeArrows(call, at: position, start)
        if let subscription = facts.spans.ended(by: call, at: position) {
            living.end(
                subscription, at: facts.end(of: source.subscriptions[subscription], withItsLastCallAt: end))
        }
    }

    mutating func finish() throws { try endSubscriptions(before: .max) }

    private mutating func writeSlice(_ call: Trace.Call, _ start: UInt64, _ end: UInt64) throws {
        let number = names.number(of: call)
        if number == members.count {
            var text = "\"name\":"
            JSONText.append(names.name(number), to: &text)
            members.append("\(text),\"cat\":\"\(call.operation.name)\"")
        }
        try events.begin("X", thread: call.thread, at: start)
        try events.add("dur", time: end - start)
        try events.add(members: members[number])
        let isOpen = facts.isOpen(call)
        try events.arguments {
            try $0.addMembers(ofSlice: call)
            if isOpen { try $0.add("returned", false) }
        }
        try events.end()
    }

    private mutating func writeMark(_ call: Trace.Call, at time: UInt64) throws {
        try events.begin("i", thread: call.thread, at: time)
        try events.add("name", call.label ?? "")
        try events.add("cat", literal: "mark")
        try events.add("s", literal: "p")
        try events.end()
    }
}

// MARK: Arrows and queues

extension ChromeTimeline {
    private mutating func writeArrows(_ call: Trace.Call, at position: Int, _ start: UInt64) throws {
        var asks = false
        while let arrow = facts.arrows.next(from: position) {
            if arrow.kind == .cause { asks = true }
            try writeArrow("s", arrow.kind, arrow.to, call.thread, at: start)
        }
        if asks, let queue = queues.enter(call) { try writeDepth(queue, call.thread, at: start) }
        if facts.arrows.leads(by: call.cause, to: position, facts.times.positions) {
            try writeArrow("f", .cause, position, call.thread, at: start)
            if let queue = queues.leave(call.cause) { try writeDepth(queue, call.thread, at: start) }
        }
        if facts.arrows.leads(by: call.origin, to: position, facts.times.positions) {
            try writeArrow("f", .origin, position, call.thread, at: start)
        }
    }

    /// An arrow is known by the call it leads to.
    private mutating func writeArrow(
        _ phase: StaticString, _ kind: CallArrows.Kind, _ to: Int, _ thread: Int, at time: UInt64
    ) throws {
        try events.begin(phase, thread: thread, at: time)
        try events.add("name", literal: kind == .cause ? "cause" : "origin")
        try events.add("cat", literal: kind == .cause ? "cause" : "origin")
        try events.add("id", facts.times.positions.id(at: to))
        if phase.utf8Start.pointee == UInt8(ascii: "f") { try events.add("bp", literal: "e") }
        try events.end()
    }

    private mutating func writeDepth(
        _ queue: (name: String, depth: Int), _ thread: Int, at time: UInt64
    ) throws {
        try events.begin("C", thread: thread, at: time)
        try events.add("name", "waiting for \(queue.name)")
        try events.arguments { try $0.add("work", queue.depth) }
        try events.end()
    }
}

// MARK: Subscriptions

extension ChromeTimeline {
    private mutating func begin(_ position: Int, _ call: Trace.Call, at time: UInt64) throws {
        let subscription = source.subscriptions[position]
        try writeSubscription("b", subscription, thread: call.thread, at: time)
        try events.arguments { try $0.addMembers(of: subscription) }
        try events.end()
        living.begin()
        try writeLiving(call.thread, at: time)
    }

    private mutating func endSubscriptions(before time: UInt64) throws {
        while let (position, end) = living.next(endingBy: time) {
            try writeSubscription("e", source.subscriptions[position], thread: 0, at: end)
            try events.end()
            try writeLiving(0, at: end)
        }
    }

    private mutating func writeSubscription(
        _ phase: StaticString, _ subscription: Trace.Subscription, thread: Int, at time: UInt64
    ) throws {
        var name = "subscription \(subscription.id)"
        if let node = source.nodes[id: subscription.node] { name += " \(node.type)" }
        if let own = subscription.name { name += " \(MarkText.quoted(own))" }
        try events.begin(phase, thread: thread, at: time)
        try events.add("name", name)
        try events.add("cat", literal: "subscription")
        try events.add("id", subscription.id)
    }

    private mutating func writeLiving(_ thread: Int, at time: UInt64) throws {
        try events.begin("C", thread: thread, at: time)
        try events.add("name", literal: "living subscriptions")
        let living = living.count
        try events.arguments { try $0.add("subscriptions", living) }
        try events.end()
    }
}

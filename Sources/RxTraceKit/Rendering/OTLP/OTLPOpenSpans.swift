/// The spans of subscriptions that are not written yet: each is written as it ends; its events and links wait until then,
/// or for as many as make a part of it, which is written as a span below it.
///
/// A span is spoken of by the id of its subscription, the program's by ``program``.
struct OTLPOpenSpans {
    private struct Open {
        var events: [UInt8] = []
        var links: [UInt8] = []
        /// How many parts of it are written.
        var parts = 0
        /// When the first and the last event that wait were.
        var since: UInt64 = 0
        var until: UInt64 = 0
        var parent: UInt64 = 0
        var begin: UInt64 = 0
        var thread: Int?
        var error: String?

        var size: Int { events.count + links.count }
    }

    /// In place of a subscription's id.
    static let program = -1
    /// How many bytes of one span, and of all, wait.
    private static let partSize = 1 << 16
    private static let waitingSize = 1 << 25

    let facts: OTLPFacts
    /// Whether subscriptions that are not known to have ended live.
    var isWhole = true
    private let request: OTLPRequest
    private var events: OTLPEvents
    /// The operator's word for an observable; nil where it is not known.
    private let word: (Trace.Node) -> String?
    private var open: [Int: Open] = [program: Open()]
    private var waiting = 0
    private var parts = 0
    private let text = OTLPBytes()

    init(_ facts: OTLPFacts, names: any OTLPNames, request: OTLPRequest, word: @escaping (Trace.Node) -> String?) {
        self.facts = facts
        self.request = request
        self.word = word
        events = OTLPEvents(names, facts)
    }

    /// Those that are open, without the program's.
    var subscriptions: [Int] { open.keys.filter { $0 != Self.program }.sorted() }

    func isOpen(_ number: Int) -> Bool { open[number] != nil }

    func id(of number: Int) -> UInt64 {
        number == Self.program ? facts.identity[.program, 0] : facts.identity[.subscription, number]
    }

    /// Begins a subscription's span with its first call.
    ///
    /// - Parameter work: the span in whose work it was made, where that is not the one above it.
    mutating func begin(_ number: Int, by call: Trace.Call, at time: UInt64, below parent: Int, work: Int?) throws {
        var span = Open()
        span.parent = id(of: parent)
        span.begin = time
        span.thread = call.thread
        if let work, let from = call.cause ?? call.parent {
            try events.writeLink(.subscribe, from: from, span: id(of: work), of: call, to: text.output)
            try text.move(to: &span.links)
            waiting += span.size
        }
        open[number] = span
    }

    /// Adds a call to a span as an event, and links to the causes that are in other ones.
    ///
    /// - Parameter home: tells the span of an earlier call; nil where it is not known.
    mutating func add(_ call: Trace.Call, to number: Int, at time: UInt64, home: (Int) -> Int?) throws {
        let before = open[number]?.size ?? 0
        if before == 0 { open[number]?.since = time }
        open[number]?.until = time
        if call.event?.kind == .error { open[number]?.error = call.event?.value ?? "" }
        try events.write(call, at: time, thread: open[number]?.thread, to: text.output)
        try text.move(to: &open[number, default: Open()].events)
        for (kind, from) in call.sources {
            guard let source = home(from), source != number else { continue }
            try events.writeLink(kind, from: from, span: id(of: source), of: call, to: text.output)
            try text.move(to: &open[number, default: Open()].links)
        }
        let size = open[number]?.size ?? 0
        waiting += size - before
        if size > Self.partSize { try writePart(of: number) }
        if waiting > Self.waitingSize { for number in open.keys.sorted() { try writePart(of: number) } }
    }

    /// Writes a subscription's span.
    mutating func finish(_ number: Int, at end: UInt64) throws {
        guard let waiting = open.removeValue(forKey: number) else { return }
        self.waiting -= waiting.size
        let subscription = facts.objects.subscription(number)
        let node = subscription.flatMap { facts.objects.node($0.node) }
        try request.add { span in
            try facts.begin(&span, id: id(of: number), parent: waiting.parent)
            try span.add("name", name(of: subscription, node))
            try facts.addTimes(&span, from: waiting.begin, to: max(waiting.begin, end))
            try span.add { attributes in
                try attributes.add("rxtrace.subscription", number)
                try attributes.add("rxtrace.subscription.name", subscription?.name)
                try attributes.add("rxtrace.type", node?.generic ?? node?.type)
                try attributes.add("rxtrace.ended", subscription?.ended ?? (isWhole ? "lives" : "unknown"))
                if waiting.parts > 0 { try attributes.add("rxtrace.parts", waiting.parts) }
                try attributes.add("thread.id", waiting.thread)
                try attributes.add("thread.name", waiting.thread.flatMap { facts.name(ofThread: $0) })
                try attributes.add(subscription?.site ?? node?.site)
            }
            try add(waiting, to: &span)
            if subscription?.ended == "error" { try facts.addError(waiting.error, to: &span) }
        }
    }

    /// Writes the program's span, the last one.
    mutating func finish(_ program: OTLPProgram) throws {
        try request.add { span in
            try program.add(to: &span, facts)
            try add(open[Self.program] ?? Open(), to: &span)
        }
    }

    /// Writes what waits of a span as a span below it.
    private mutating func writePart(of number: Int) throws {
        guard var span = open[number], span.size > 0 else { return }
        span.parts += 1
        parts += 1
        let subscription = number == Self.program ? nil : facts.objects.subscription(number)
        try request.add { part in
            try facts.begin(&part, id: facts.identity[.part, parts], parent: id(of: number))
            let node = subscription.flatMap { facts.objects.node($0.node) }
            try part.add("name", number == Self.program ? facts.scenario : name(of: subscription, node))
            try facts.addTimes(&part, from: span.since, to: max(span.since, span.until))
            try part.add { attributes in
                if number != Self.program { try attributes.add("rxtrace.subscription", number) }
                try attributes.add("rxtrace.part", span.parts)
            }
            try add(span, to: &part)
        }
        waiting -= span.size
        span.events.removeAll(keepingCapacity: true)
        span.links.removeAll()
        open[number] = span
    }

    private func add(_ waiting: Open, to span: inout OTLPObject) throws {
        if !waiting.events.isEmpty {
            try span.begin("events")
            try OTLPBytes.writeList(waiting.events, to: span.output)
        }
        if !waiting.links.isEmpty {
            try span.begin("links")
            try OTLPBytes.writeList(waiting.links, to: span.output)
        }
    }

    /// The operator as the user wrote it, and the name that the user gave.
    private func name(of subscription: Trace.Subscription?, _ node: Trace.Node?) -> String {
        let shown = node.map { word($0) ?? CallText.shown($0) } ?? "subscription"
        return CallText.named(TerminalText.escaped(shown), subscription?.name ?? node?.name)
    }
}

/// Objects of a list that is written later, without what is around them.
private final class OTLPBytes {
    private final class Box { var bytes: [UInt8] = [] }

    private let box = Box()
    let output: TextOutput

    init() {
        output = TextOutput { [box] in box.bytes.append(contentsOf: $0) }
    }

    /// Moves the object that was written to the end of a list.
    func move(to list: inout [UInt8]) throws {
        try output.flush()
        if !list.isEmpty { list.append(UInt8(ascii: ",")) }
        list.append(contentsOf: box.bytes)
        box.bytes.removeAll(keepingCapacity: true)
    }

    static func writeList(_ list: [UInt8], to output: TextOutput) throws {
        try output.write(literal: "[")
        try list.withUnsafeBufferPointer { try output.write($0) }
        try output.write(literal: "]")
    }
}

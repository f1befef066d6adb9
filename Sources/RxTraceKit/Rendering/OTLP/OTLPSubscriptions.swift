/// A span for each subscription, written as it ends; its events and links wait until then, or for as many as make a
/// part of it, which is written as a span below it.
struct OTLPSubscriptions {
    /// A subscription's span that is not written yet, or the program's.
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

    /// How many bytes of one span, and of all, wait.
    private static let partSize = 1 << 16
    private static let waitingSize = 1 << 25

    private let source: any TraceSource
    private let facts: OTLPFacts
    private let homes: OTLPHomes
    private let words: SourceWords
    private let request: OTLPRequest
    private var events: OTLPEvents
    private var open: [Int: Open] = [0: Open()]
    private var waiting = 0
    private var parts = 0
    private let text: OTLPBytes

    static func write(_ source: any TraceSource, to request: OTLPRequest) throws {
        var times = CallTimes(source)
        var mixture = CallMixture()
        var homes = OTLPHomes(source)
        var words = SourceWords(nil)
        try source.forEachCall { call in
            let position = times.add(call)
            homes.add(call, at: position, times.positions)
            mixture.add(call)
            if call.operation == .create { words.note(call) }
        }
        times.finish()
        let facts = OTLPFacts(source, times, mixture)
        var spans = OTLPSubscriptions(source, facts, homes, words, request)
        var position = 0
        try source.forEachCall { call in
            try spans.add(call, at: position)
            position += 1
        }
        try spans.finish()
    }

    private init(
        _ source: any TraceSource, _ facts: OTLPFacts, _ homes: OTLPHomes, _ words: SourceWords, _ request: OTLPRequest
    ) {
        self.source = source
        self.facts = facts
        self.homes = homes
        self.words = words
        self.request = request
        events = OTLPEvents(source, facts)
        text = OTLPBytes()
    }

    private mutating func add(_ call: Trace.Call, at position: Int) throws {
        let home = homes[position]
        let (start, end) = facts.times.span(of: call, at: position)
        if home > 0, homes.begins(home, at: position) { try begin(home, call, at: position, start) }
        if OTLPEvents.isTold(call) { try addEvent(call, to: home, at: start) }
        if home > 0, homes.ends(home, at: position) { try finish(home, at: end) }
    }

    private mutating func begin(_ home: Int, _ call: Trace.Call, at position: Int, _ time: UInt64) throws {
        let (maker, work) = homes.parents(of: home, begunBy: call, at: position, facts.times.positions)
        var span = Open()
        span.parent = id(of: maker ?? work ?? 0)
        span.begin = time
        span.thread = call.thread
        if let maker, let work, work != maker, let from = call.cause ?? call.parent {
            try events.writeLink(.subscribe, from: from, span: id(of: work), of: call, to: text.output)
            try text.move(to: &span.links)
            waiting += span.size
        }
        open[home] = span
    }

    private mutating func addEvent(_ call: Trace.Call, to home: Int, at time: UInt64) throws {
        let before = open[home]?.size ?? 0
        if before == 0 { open[home]?.since = time }
        open[home]?.until = time
        if call.event?.kind == .error { open[home]?.error = call.event?.value ?? "" }
        try events.write(call, at: time, thread: open[home]?.thread, to: text.output)
        try text.move(to: &open[home, default: Open()].events)
        for (kind, from) in call.sources {
            guard let source = facts.times.positions[from].map({ homes[$0] }), source != home else { continue }
            try events.writeLink(kind, from: from, span: id(of: source), of: call, to: text.output)
            try text.move(to: &open[home, default: Open()].links)
        }
        let size = open[home]?.size ?? 0
        waiting += size - before
        if size > Self.partSize { try writePart(of: home) }
        if waiting > Self.waitingSize { for home in open.keys.sorted() { try writePart(of: home) } }
    }

    private mutating func finish() throws {
        // Each is written with its last call, but for that of the program.
        try request.add { span in
            try facts.addProgram(&span)
            try add(open[0] ?? Open(), to: &span)
        }
    }

    private func id(of home: Int) -> UInt64 {
        home == 0 ? facts.identity[.program, 0] : facts.identity[.subscription, source.subscriptions[home - 1].id]
    }
}

// MARK: Spans

extension OTLPSubscriptions {
    private mutating func finish(_ home: Int, at end: UInt64) throws {
        guard let waiting = open.removeValue(forKey: home) else { return }
        self.waiting -= waiting.size
        let subscription = source.subscriptions[home - 1]
        let node = source.nodes[id: subscription.node]
        let last = subscription.ended == nil ? max(facts.times.end, end) : end
        try request.add { span in
            try facts.begin(&span, id: id(of: home), parent: waiting.parent)
            try span.add("name", name(of: subscription, node))
            try facts.addTimes(&span, from: waiting.begin, to: max(waiting.begin, last))
            try span.add { attributes in
                try attributes.add("rxtrace.subscription", subscription.id)
                try attributes.add("rxtrace.subscription.name", subscription.name)
                try attributes.add("rxtrace.type", node?.generic ?? node?.type)
                try attributes.add("rxtrace.ended", subscription.ended ?? "lives")
                if waiting.parts > 0 { try attributes.add("rxtrace.parts", waiting.parts) }
                try attributes.add("thread.id", waiting.thread)
                try attributes.add("thread.name", waiting.thread.flatMap { facts.name(ofThread: $0) })
                try attributes.add(subscription.site ?? node?.site)
            }
            try add(waiting, to: &span)
            if subscription.ended == "error" { try addError(waiting.error, to: &span) }
        }
    }

    /// Writes what waits of a span as a span below it.
    private mutating func writePart(of home: Int) throws {
        guard var span = open[home], span.size > 0 else { return }
        span.parts += 1
        parts += 1
        let subscription = home == 0 ? nil : source.subscriptions[home - 1]
        let name = subscription.map { self.name(of: $0, source.nodes[id: $0.node]) } ?? source.scenario
        try request.add { part in
            try facts.begin(&part, id: facts.identity[.part, parts], parent: id(of: home))
            try part.add("name", name)
            try facts.addTimes(&part, from: span.since, to: max(span.since, span.until))
            try part.add { attributes in
                try attributes.add("rxtrace.subscription", subscription?.id)
                try attributes.add("rxtrace.part", span.parts)
            }
            try add(span, to: &part)
        }
        waiting -= span.size
        span.events.removeAll(keepingCapacity: true)
        span.links.removeAll()
        open[home] = span
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

    private func addError(_ text: String?, to span: inout OTLPObject) throws {
        try span.begin("status")
        var status = try OTLPObject(span.output)
        try status.add("code", 2)
        if let text { try status.add("message", text) }
        try status.close()
    }

    /// The operator as the user wrote it, and the name that the user gave.
    private func name(of subscription: Trace.Subscription, _ node: Trace.Node?) -> String {
        let word = node.map { words.word(for: $0) ?? CallText.shown($0) } ?? "subscription"
        return CallText.named(TerminalText.escaped(word), subscription.name ?? node?.name)
    }
}

/// Objects of a list that is written later, without what is around them.
final class OTLPBytes {
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

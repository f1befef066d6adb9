/// Writes single calls as events of a span, and the causes of one in another span as links.
struct OTLPEvents {
    /// How one call led to another.
    enum Link: String {
        case cause, origin, part
        case subscribe = "subscribed by"
    }

    private static let operations = Trace.Operation.allCases.map(\.name)
    private static let kinds = Trace.Event.Kind.allCases.map(\.name)

    private let facts: OTLPFacts
    private var names: any OTLPNames
    /// By the number of a call's name and its event, the members of an event that do not change.
    private var members: [String?] = []

    init(_ names: any OTLPNames, _ facts: OTLPFacts) {
        self.facts = facts
        self.names = names
    }

    /// Whether a call is to be told of besides the span of its subscription.
    static func isTold(_ call: Trace.Call) -> Bool {
        if call.event != nil || call.cause != nil || call.origin != nil || !call.parts.isEmpty { return true }
        return call.operation.isNote || call.operation.row.meaning == .work
    }

    /// What a call did, as `on MapSink`.
    mutating func name(of call: Trace.Call) -> String {
        let number = names.number(of: call)
        return names.name(number)
    }

    /// - Parameter thread: the span's thread; another one is told.
    mutating func write(_ call: Trace.Call, at time: UInt64, thread: Int?, to output: TextOutput) throws {
        var event = try OTLPObject(output)
        try event.add("timeUnixNano", time: facts.time(time))
        try event.add(members: opening(call))
        // The first is written already.
        var attributes = OTLPAttributes(output, isEmpty: false)
        try attributes.add("rxtrace.call", call.id)
        try attributes.add("rxtrace.value", call.event?.value)
        if call.operation.isNote || call.operation.asksForWork { try attributes.add("rxtrace.label", call.label) }
        try attributes.add("rxtrace.cause", call.cause)
        try attributes.add("rxtrace.origin", call.origin)
        if !call.parts.isEmpty { try attributes.add("rxtrace.parts", call.parts) }
        if call.thread != thread {
            try attributes.add("thread.id", call.thread)
            try attributes.add("thread.name", facts.name(ofThread: call.thread))
        }
        try attributes.add(call.site)
        try output.write(literal: "]")
        try event.close()
    }

    /// The name of an event, and the beginning of its attributes.
    private mutating func opening(_ call: Trace.Call) -> String {
        let number = names.number(of: call)
        let place = number * (Self.kinds.count + 1) + (call.event.map { Int($0.kind.rawValue) + 1 } ?? 0)
        while members.count <= place { members.append(nil) }
        if let known = members[place] { return known }
        let word = call.event.map { Self.kinds[Int($0.kind.rawValue)] } ?? Self.operations[Int(call.operation.rawValue)]
        var text = "\"name\":\"\(word)\",\"attributes\":[{\"key\":\"rxtrace.name\",\"value\":{\"stringValue\":"
        JSONText.append(names.name(number), to: &text)
        text += "}}"
        members[place] = text
        return text
    }

    /// - Parameter from: the call that the link leads to, and its span.
    func writeLink(
        _ kind: Link, from: Int, span: UInt64, of call: Trace.Call, to output: TextOutput
    ) throws {
        var link = try OTLPObject(output)
        try link.add("traceId", facts.identity.traceID)
        try link.add("spanId", id: span)
        try link.add { attributes in
            try attributes.add("rxtrace.link", kind.rawValue)
            try attributes.add("rxtrace.call", call.id)
            try attributes.add("rxtrace.from", from)
        }
        try link.close()
    }
}

/// The names of calls by what was called, with a number for each.
protocol OTLPNames {
    /// The number of the call's name: equal ones count up from 0 as they are asked for.
    mutating func number(of call: Trace.Call) -> Int
    /// The name that has a number.
    func name(_ number: Int) -> String
}

extension CallNames: OTLPNames {}

extension Trace.Call {
    /// The calls that led to this one on another way than by calling it.
    var sources: [(OTLPEvents.Link, Int)] {
        guard cause != nil || origin != nil || !parts.isEmpty else { return [] }
        var sources: [(OTLPEvents.Link, Int)] = []
        if let cause { sources.append((.cause, cause)) }
        if let origin { sources.append((.origin, origin)) }
        for part in parts where part != origin { sources.append((.part, part)) }
        return sources
    }
}

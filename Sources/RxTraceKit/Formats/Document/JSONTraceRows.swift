/// The rows of a trace as JSON objects, their keys in the order of the trace document.
extension JSONObjectWriter {
    /// The keys that stand before the rows.
    mutating func addHeader(of source: any TraceSource) throws {
        try add("format", "rxtrace")
        try add("version", Trace.formatVersion)
        try add("scenario", source.scenario)
        try addDrops(of: source)
        if !source.notes.isEmpty { try add("notes", words: source.notes) }
        if source.isCanonical { try add("canonical", true) }
    }

    /// How many calls were not kept and, where it is not for want of memory, why.
    mutating func addDrops(of source: any TraceSource) throws {
        try add("dropped", source.dropped)
        guard source.drops.hasReason else { return }
        try add("droppedBy") {
            for (key, count) in source.drops.counts where count > 0 { try $0.add(key, count) }
        }
    }

    mutating func addMembers(of run: Trace.Run) throws {
        try add("identity", run.identity)
        try add("process", run.process)
        try add("host", run.host)
        try add("start", run.start)
        try add("parent", run.parent?.description)
    }

    mutating func addMembers(of thread: Trace.Thread) throws {
        try add("id", thread.id)
        try add("name", thread.name)
        if thread.isPooled { try add("pool", true) }
    }

    mutating func addMembers(of label: String, _ kinds: Set<Trace.ClosureKind>) throws {
        try add("label", label)
        try add("kinds", words: kinds.map(\.name).sorted())
    }

    /// - Parameter roles: whether the node's owner and behaviors are written: facts of the library, which the canonical
    ///   form leaves out, for it tells of the program.
    mutating func addMembers(of node: Trace.Node, roles: Bool) throws {
        try add("id", node.id)
        try add("type", node.type)
        try add("generic", node.generic)
        try add("role", JSONNames.roles[Int(node.role.rawValue)])
        if roles {
            try add("owner", node.owner)
            if !node.behaviors.isEmpty {
                try add("roles", words: node.behaviors.map { JSONNames.behaviors[Int($0.rawValue)] })
            }
        }
        try add("name", node.name)
        try add("variable", node.variable)
        if node.isEarly { try add("early", true) }
        try addSite(node.site)
    }

    mutating func addMembers(of subscription: Trace.Subscription) throws {
        try add("id", subscription.id)
        try add("parent", subscription.parent)
        try add("node", subscription.node)
        try add("name", subscription.name)
        try addSite(subscription.site)
        try add("ended", subscription.ended)
    }

    mutating func addMembers(of call: Trace.Call, times: Bool) throws {
        try add("id", call.id)
        try add("parent", call.parent)
        try add("cause", call.cause)
        try add("origin", call.origin)
        if !call.parts.isEmpty { try add("parts", numbers: call.parts) }
        try add("operation", word: call.operation.word)
        try add("node", call.node)
        try add("disposable", call.disposable)
        try add("thread", call.thread)
        try add("type", call.type)
        try add("label", call.label)
        try add("subscription", call.subscription)
        try addEvent(call.event)
        try addSite(call.site)
        if times {
            try add("start", call.start)
            try add("duration", call.duration)
        }
    }

    /// Those of a call whose operation, thread and times are told elsewhere.
    mutating func addMembers(ofSlice call: Trace.Call) throws {
        try add("id", call.id)
        try add("parent", call.parent)
        try add("cause", call.cause)
        try add("origin", call.origin)
        if !call.parts.isEmpty { try add("parts", numbers: call.parts) }
        try add("node", call.node)
        try add("type", call.type)
        try add("label", call.label)
        try add("subscription", call.subscription)
        if let event = call.event {
            try add("event", word: event.kind.word)
            try add("value", event.value)
        }
        try add("site", call.site?.description)
    }

    mutating func addEvent(_ event: Trace.Event?) throws {
        guard let event else { return }
        try add("event") {
            try $0.add("kind", word: event.kind.word)
            try $0.add("value", event.value)
        }
    }

    mutating func addSite(_ site: Trace.Site?) throws {
        guard let site else { return }
        try add("site") {
            try $0.add("file", site.file)
            try $0.add("line", site.line)
        }
    }
}

/// The words of the document, kept because finding the name of a case takes reflection each time.
///
/// Raw values count from 0 in the order of `allCases`, so each array is indexed by them.
enum JSONNames {
    static let roles = Trace.Role.allCases.map(\.name)
    static let behaviors = Trace.Behavior.allCases.map(\.name)
    static let behaviorByName = Dictionary(
        uniqueKeysWithValues: Trace.Behavior.allCases.map { ($0.name, $0) })
    static let closureKindByName = Dictionary(
        uniqueKeysWithValues: Trace.ClosureKind.allCases.map { ($0.name, $0) })
    static let roleByName = Dictionary(uniqueKeysWithValues: Trace.Role.allCases.map { ($0.name, $0) })
    static let kindByName = Dictionary(uniqueKeysWithValues: Trace.Event.Kind.allCases.map { ($0.name, $0) })
}

/// The rows of a trace as JSON objects, their keys in the order of the trace document.
extension JSONObjectText {
    /// The keys that stand before the rows.
    init(headerOf trace: Trace) {
        self.init()
        add("format", "rxtrace")
        add("version", Trace.formatVersion)
        add("scenario", trace.scenario)
        add("dropped", trace.dropped)
        if trace.isCanonical { add("canonical", true) }
    }

    init(_ thread: Trace.Thread) {
        self.init()
        add("id", thread.id)
        add("name", thread.name)
    }

    init(_ node: Trace.Node) {
        self.init()
        add("id", node.id)
        add("type", node.type)
        add("generic", node.generic)
        add("role", JSONNames.roles[Int(node.role.rawValue)])
        add("name", node.name)
        add("site", node.site.map { JSONObjectText($0) })
    }

    init(_ subscription: Trace.Subscription) {
        self.init()
        add("id", subscription.id)
        add("parent", subscription.parent)
        add("node", subscription.node)
        add("site", subscription.site.map { JSONObjectText($0) })
        add("ended", subscription.ended)
    }

    init(_ call: Trace.Call, times: Bool) {
        self.init()
        add("id", call.id)
        add("parent", call.parent)
        add("cause", call.cause)
        add("operation", JSONNames.operations[Int(call.operation.rawValue)])
        add("node", call.node)
        add("thread", call.thread)
        add("type", call.type)
        add("label", call.label)
        add("subscription", call.subscription)
        add("event", call.event.map { JSONObjectText($0) })
        if times {
            add("start", call.start)
            add("duration", call.duration)
        }
    }

    private init(_ event: Trace.Event) {
        self.init()
        add("kind", JSONNames.kinds[Int(event.kind.rawValue)])
        add("value", event.value)
    }

    private init(_ site: Trace.Site) {
        self.init()
        add("file", site.file)
        add("line", site.line)
    }
}

/// The words of the document, kept because finding the name of a case takes reflection each time.
///
/// Raw values count from 0 in the order of `allCases`, so each array is indexed by them.
enum JSONNames {
    static let operations = Trace.Operation.allCases.map(\.name)
    static let roles = Trace.Role.allCases.map(\.name)
    static let kinds = Trace.Event.Kind.allCases.map(\.name)
    static let roleByName = Dictionary(uniqueKeysWithValues: Trace.Role.allCases.map { ($0.name, $0) })
    static let kindByName = Dictionary(uniqueKeysWithValues: Trace.Event.Kind.allCases.map { ($0.name, $0) })
}

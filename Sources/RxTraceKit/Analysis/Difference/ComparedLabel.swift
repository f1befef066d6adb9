/// The compared part of a call: its identity, and nothing that only numbers it.
struct ComparedLabel: Hashable {
    /// How much two calls must have in common to be taken for each other, from all to little.
    enum Likeness: Int, CaseIterable {
        case same, sameValue, sameKind, sameOperation
    }

    /// Where a call runs, as seen from the call it hangs below.
    enum Place: UInt8 {
        case main, thread, here, elsewhere
    }

    /// Items that stand for calls rather than being one.
    enum Group: UInt8 {
        case whole, threads, thread
    }

    var group: Group?
    var operation: Trace.Operation?
    /// Whether it is an operator's sink that is called.
    var isSink = false
    var type: String?
    var label: String?
    var event: Trace.Event.Kind?
    var value: String?
    var site: Trace.Site?
    var name: String?
    var generic: String?
    var place: Place?
    var subscribedAt: Trace.Site?
    /// The name of the subscription that begins here.
    var subscribedAs: String?
    var ended: String?
    /// What tells the call from others that are alike: said only where nothing else differs, see ``CallIdentities``.
    var identity: String?

    init(group: Group, type: String? = nil) {
        self.group = group
        self.type = type
    }

    init(_ call: Trace.Call, node: Trace.Node?, ignoring: Set<TraceDifference.Aspect>) {
        operation = call.operation
        type = call.type ?? node?.type
        isSink = node?.role == .sink
        // Who held a bag, a build without debug information does not tell.
        label = call.operation.row.label == .owner ? nil : call.label
        event = call.event?.kind
        value = ignoring.contains(.values) ? nil : call.event?.value
        // The text that `debug()` printed holds a value.
        if call.operation.row.label == .text, ignoring.contains(.values) {
            label = label.map { String(MarkText.kind(of: $0)) }
        }
        name = node?.name
        // Said once, where the node is made.
        if call.operation == .create {
            site = ignoring.contains(.sites) ? nil : node?.site?.compared
            generic = node?.generic
        }
        // Work is told by the schedule it hangs below; which kind of item held it is the scheduler's own matter.
        if call.operation == .invoke { (type, name) = (call.type, nil) }
    }

    /// The part of it that counts for a likeness.
    func reduced(to likeness: Likeness) -> ComparedLabel {
        guard likeness != .same else { return self }
        var result = self
        (result.place, result.name, result.generic, result.subscribedAt, result.ended) = (nil, nil, nil, nil, nil)
        (result.subscribedAs, result.identity) = (nil, nil)
        if likeness.rawValue > Likeness.sameValue.rawValue { (result.value, result.site) = (nil, nil) }
        // One disposable is not another's successor as one operator is: a chain has far more of them than of those.
        if likeness == .sameOperation, operation != .dispose || isSink { (result.type, result.label) = (nil, nil) }
        return result
    }
}

extension Trace.Site {
    /// The part of it that is compared: the file's name and the line. The folders above the file are another thing from
    /// another folder.
    var compared: Trace.Site {
        Trace.Site(file: file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file, line: line)
    }
}

/// Writes one row of a tree in words: the operation, its receiver, its event, its place and its thread.
struct TreeLineWriter {
    private let source: any TraceSource
    private let style: BranchStyle
    private let titles: NodeTitles
    /// The words by raw value: asking an operation for its name takes longer than writing its line.
    private let operationNames = Trace.Operation.allCases.map(\.name)
    private let eventNames = Trace.Event.Kind.allCases.map(\.name)

    init(_ source: any TraceSource, titles: NodeTitles, style: BranchStyle) {
        self.source = source
        self.titles = titles
        self.style = style
    }

    /// Adds the parts of the line for `row`.
    func describe(_ row: TreeRow, _ link: TreeLink, on line: inout TreeLine) {
        if link.flags.contains(.isRound) {
            line.add("\(style.times)\(Count.grouped(Int(link.count))) rounds of", .event, glued: true)
            return
        }
        let call = row.call
        line.add(operationNames[Int(call.operation.rawValue)], TreeLine.Style(call.operation), glued: true)
        let kind = call.operation.row.label
        if kind == .which, let label = call.label {
            line.add(TerminalText.escaped(label), TreeLine.Style(ofLabelOf: call.operation))
        }
        addReceiver(of: row, link, on: &line)
        if link.flags.contains(.namesEarly) { line.addEarly() }
        if kind == .owner, let owner = call.label {
            line.add("of \(TerminalText.escaped(owner))", .note, minimum: 8)
        }
        if kind == .text { addText(of: row, link, on: &line) }
        if let event = call.event { add(event, of: row, link, on: &line) }
        if link.flags.contains(.introduces) { addIntroduction(of: row, on: &line) }
        addHop(of: row, link.flags, on: &line)
        if link.flags.contains(.changesThread) {
            line.add("\(style.separator) on \(threadName(call.thread))", .hop, minimum: 10)
        }
        if link.count > 1 {
            let others = link.flags.contains(.hasOtherNodes) && names(call) ? " instances" : ""
            line.add("\(style.times)\(Count.grouped(Int(link.count)))\(others)", .event)
        }
        if let other = row.overlap {
            let what = "while @\(other.call) still sends on \(threadName(other.thread))"
            line.add(
                "\(style.separator) \(link.count > 1 ? "each while another thread sends" : what)", .error, minimum: 16)
        }
        if let lost = row.lost { line.add("\(style.cross) \(lost.sentence)", .error, minimum: 16) }
        if let site = call.site { line.setSite(site, yields: true) }
    }

    /// Work is told by the schedule it hangs below; the item that holds it is never spoken of again.
    private func names(_ call: Trace.Call) -> Bool { call.operation != .invoke }

    /// Behind its name: the type where the name does not tell it, and what made the node where its type does not tell that.
    private func addReceiver(of row: TreeRow, _ link: TreeLink, on line: inout TreeLine) {
        let call = row.call
        var facts: [String] = []
        if let type = call.type {
            line.add(TerminalText.escaped(type), .plain, minimum: 12)
        } else if names(call), let node = call.node.flatMap({ source.nodes.position(of: $0) }) {
            let name = titles.names.name(of: node, isNumbered: !link.flags.contains(.hasOtherNodes))
            line.add(name, .plain, minimum: 12)
            if let type = titles.newType(of: node) { facts.append(type) }
        }
        if call.operation.row.label == .maker, let label = call.label,
            call.node.flatMap({ source.nodes[id: $0]?.type })?.lowercased() != label.lowercased()
        {
            facts.append(TerminalText.escaped(label))
        }
        if !facts.isEmpty { line.add("(\(facts.joined(separator: ", ")))", .note, minimum: 8) }
    }

    /// The text that the program noted.
    private func addText(of row: TreeRow, _ link: TreeLink, on line: inout TreeLine) {
        line.add(MarkText.quoted(row.call.label ?? ""), .mark, minimum: 12)
        guard link.flags.contains(.hasOtherValues), let last = row.lastValue else { return }
        line.add(style.ellipsis, .note)
        line.add(MarkText.quoted(last), .mark, minimum: 12)
    }

    private func add(_ event: Trace.Event, of row: TreeRow, _ link: TreeLink, on line: inout TreeLine) {
        let eventStyle: TreeLine.Style = event.kind == .error ? .error : .event
        line.add(eventNames[Int(event.kind.rawValue)], eventStyle)
        guard let value = event.value else { return }
        let valueStyle: TreeLine.Style = event.kind == .error ? .error : .value
        line.add("(", .plain, glued: true)
        line.add(TerminalText.escaped(value), valueStyle, glued: true, minimum: 5)
        if link.flags.contains(.hasOtherValues), let last = row.lastValue {
            line.add(" \(style.ellipsis) ", .note, glued: true)
            line.add(TerminalText.escaped(last), valueStyle, glued: true, minimum: 5)
        }
        line.add(")", .plain, glued: true)
    }

    private func addIntroduction(of row: TreeRow, on line: inout TreeLine) {
        if row.call.operation == .create {
            if let site = row.call.node.flatMap({ source.nodes[id: $0]?.site }) { line.setSite(site) }
            return
        }
        guard let one = row.call.subscription.flatMap({ source.subscriptions[id: $0] }) else { return }
        line.add(style.separator, .note)
        if let last = row.lastSubscription, last != one.id {
            line.add("subscriptions \(one.id)\(style.ellipsis)\(last),", .note, minimum: 0)
        } else {
            let name = one.name.map { " \(MarkText.quoted($0))" } ?? ""
            let parent = one.parent.map { " in \($0)" } ?? ""
            line.add("subscription \(one.id)\(name)\(parent),", .note, minimum: name.isEmpty ? 0 : 16)
        }
        if let ended = one.ended {
            line.add(TerminalText.escaped(ended), .note)
        } else {
            line.add("still live", .error)
        }
        if let site = one.site { line.setSite(site) }
    }

    /// Both ends of a hop: the work that was asked for, and the call that asked for it.
    private func addHop(of row: TreeRow, _ flags: TreeLink.Flags, on line: inout TreeLine) {
        switch row.call.operation {
        case .invoke:
            line.add("@\(row.call.id)", .hop)
            guard let cause = row.call.cause else { return }
            let word = flags.contains(.isHopped) ? "hop " : flags.contains(.isScheduled) ? "schedule " : ""
            line.add("\(style.backArrow) \(word)@\(cause)", .hop)
        case .schedule, .hop:
            line.add("@\(row.call.id)", .hop)
            guard let first = row.firstWork else { return }
            line.add("\(style.arrow) invoke @\(first.call)", .hop)
            if row.works > 1 { line.add("and \(Count.grouped(row.works - 1)) more", .hop, minimum: 0) }
            if first.thread != row.call.thread { line.add("on \(threadName(first.thread))", .hop, minimum: 0) }
        default: break
        }
    }

    private func threadName(_ id: Int) -> String {
        guard let thread = source.threads[id: id], !thread.name.isEmpty else { return "\(id)" }
        return TerminalText.escaped(thread.name)
    }
}

extension TreeLine.Style {
    /// How calls of an operation are coloured.
    init(_ operation: Trace.Operation) {
        self =
            switch operation.row.meaning {
            case .creation: .create
            case .subscription: .subscribe
            case .start, .event: .plain
            case .work: .hop
            case .closure: .handler
            case .disposal: .disposal
            case .note: .mark
            }
    }

    /// How the label is coloured that says which of many an operation is.
    init(ofLabelOf operation: Trace.Operation) {
        self = operation.isUserCode ? .handler : .plain
    }
}

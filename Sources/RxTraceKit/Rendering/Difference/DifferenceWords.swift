/// Says a row of a difference in words, with its former and its new text.
struct DifferenceWords {
    let difference: TraceDifference
    let style: BranchStyle
    private let oldNodes: IdentifierIndex
    private let newNodes: IdentifierIndex

    init(_ difference: TraceDifference, style: BranchStyle) {
        self.difference = difference
        self.style = style
        oldNodes = IdentifierIndex(difference.old.nodes)
        newNodes = IdentifierIndex(difference.new.nodes)
    }

    /// The labels of a row in both traces; the one it is missing from has the other's.
    func labels(of row: TraceDifference.Row) -> (old: ComparedLabel, new: ComparedLabel) {
        let old = row.oldItem.map { difference.labels[difference.oldTree.items.label(of: $0)] }
        let new = row.newItem.map { difference.labels[difference.newTree.items.label(of: $0)] }
        let none = ComparedLabel(group: .whole)
        return (old ?? new ?? none, new ?? old ?? none)
    }

    /// Both calls of a row; the trace it is missing from has none.
    func calls(of row: TraceDifference.Row) -> (old: Trace.Call?, new: Trace.Call?) {
        (row.oldCall.map { difference.old.calls[$0] }, row.newCall.map { difference.new.calls[$0] })
    }

    /// Adds the parts of the line for `row`.
    func describe(_ row: TraceDifference.Row, as color: TreeLine.Style, on line: inout TreeLine) {
        let (old, new) = labels(of: row)
        if let group = new.group {
            return line.add(words(for: group, new), .note, glued: true, minimum: 20)
        }
        let strong: TreeLine.Style = color == .plain ? .note : color
        line.add(changed(old.operation?.name, new.operation?.name), strong, glued: true)
        let isCreate = new.operation == .create
        if new.operation?.row.label == .which, new.operation?.isUserCode ?? false {
            line.add(changed(old.label, new.label), strong)
        }
        if new.operation?.row.label == .text, old.operation?.row.label == .text {
            line.add(changed(old.label.map(MarkText.quoted), new.label.map(MarkText.quoted)), strong, minimum: 12)
        }
        let names = changed(name(old), name(new))
        if !names.isEmpty { line.add(names, strong, minimum: 12) }
        if isCreate, let label = new.label, label != old.label || label.lowercased() != new.type?.lowercased() {
            line.add("(\(changed(old.label ?? label, label)))", .note, minimum: 8)
        }
        addEvents(of: row, old, new, strong, on: &line)
        if old.type == new.type, old.generic != new.generic {
            line.add(changed(old.generic, new.generic), strong, minimum: 16)
        }
        if old.place != new.place {
            line.add("\(style.separator) \(changed(words(for: old.place), words(for: new.place)))", strong)
        }
        let subscribed = changed(old.subscribedAs.map(MarkText.quoted), new.subscribedAs.map(MarkText.quoted))
        if !subscribed.isEmpty {
            let isSame = old.subscribedAs == new.subscribedAs
            line.add("\(style.separator) subscription \(subscribed)", isSame ? .note : strong, minimum: 12)
        }
        if old.identity != new.identity {
            line.add("\(style.separator) \(changed(old.identity, new.identity))", strong, minimum: 20)
        }
        if new.ended != nil {
            line.add("\(style.separator) \(changed(old.ended, new.ended))", old.ended == new.ended ? .note : strong)
        }
    }

    /// The same in a text, without the place in the source.
    func text(of row: TraceDifference.Row) -> String {
        var line = TreeLine()
        describe(row, as: .plain, on: &line)
        return line.plainText
    }

    private func name(_ label: ComparedLabel) -> String? {
        label.type.map { label.name == nil ? $0 : "\($0) \"\(label.name ?? "")\"" }
    }

    private func addEvents(
        of row: TraceDifference.Row, _ old: ComparedLabel, _ new: ComparedLabel, _ color: TreeLine.Style,
        on line: inout TreeLine
    ) {
        guard old.event != nil || new.event != nil else { return }
        line.add(changed(old.event?.name, new.event?.name), color)
        // Values that were not compared are shown nevertheless, those of the new trace.
        let calls = calls(of: row)
        let oldValue = calls.old == nil ? calls.new?.event?.value : calls.old?.event?.value
        let newValue = calls.new == nil ? oldValue : calls.new?.event?.value
        let isCompared = old.value != new.value
        let value = isCompared ? changed(oldValue, newValue) : TerminalText.escaped(newValue ?? "")
        guard !value.isEmpty else { return }
        line.add("(", color, glued: true)
        line.add(value, isCompared ? color : .plain, glued: true, minimum: 11)
        line.add(")", color, glued: true)
    }

    /// Adds where the node of a create was made, where the user subscribed, or where an event was sent.
    func addSite(of row: TraceDifference.Row, on line: inout TreeLine) {
        let (old, new) = (site(row.oldCall, difference.old, oldNodes), site(row.newCall, difference.new, newNodes))
        let labels = labels(of: row)
        let isCompared = labels.old.site != labels.new.site || labels.old.subscribedAt != labels.new.subscribedAt
        guard let shown = new ?? old else { return }
        if isCompared, let old, let new, old != new {
            let before = old.file == new.file ? "\(old.line)" : old.description
            line.add("\(style.separator) was at \(TerminalText.escaped(before))", .note, minimum: 0)
        }
        line.setSite(Self.short(shown))
    }

    /// The place of a row: that of the new trace where both have one.
    func place(of row: TraceDifference.Row) -> Trace.Site? {
        site(of: row).map(Self.short)
    }

    /// The same with the folders of its file.
    func site(of row: TraceDifference.Row) -> Trace.Site? {
        site(row.newCall, difference.new, newNodes) ?? site(row.oldCall, difference.old, oldNodes)
    }

    /// The file's name does: a line of a tree has no room for its folders.
    private static func short(_ site: Trace.Site) -> Trace.Site {
        let name = site.file.split(separator: "/").last.map(String.init) ?? site.file
        return Trace.Site(file: name, line: site.line)
    }

    private func site(_ position: Int?, _ trace: Trace, _ nodes: IdentifierIndex) -> Trace.Site? {
        guard let call = position.map({ trace.calls[$0] }) else { return nil }
        switch call.operation {
        case .create: return call.node.flatMap { nodes[$0] }.flatMap { trace.nodes[$0].site }
        case .subscribe:
            guard call.parent == nil else { return nil }
            return call.subscription.flatMap { id in trace.subscriptions.first { $0.id == id }?.site }
        default: return call.site
        }
    }

    /// `a`, or `a → b` where it changed.
    func changed(_ old: String?, _ new: String?) -> String {
        let (old, new) = (old.map(TerminalText.escaped), new.map(TerminalText.escaped))
        if old == new { return new ?? "" }
        return "\(old ?? "none") \(style.arrow) \(new ?? "none")"
    }

    private func words(for group: ComparedLabel.Group, _ label: ComparedLabel) -> String {
        switch group {
        case .whole: "the whole"
        case .threads: "begun by threads other than the main one, in any order"
        case .thread: "one of these threads"
        }
    }

    private func words(for place: ComparedLabel.Place?) -> String {
        switch place {
        case .main: "on the main thread"
        case .thread: "on a thread of its own"
        case .here, nil: "on the same thread"
        case .elsewhere: "on another thread"
        }
    }
}

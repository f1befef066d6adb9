/// Writes a canonical trace as the text of ``GoldenText``.
struct GoldenWriter {
    /// What a row says; what depends on later rows is filled in when all are there.
    private enum Piece {
        case text(String)
        case place(Trace.Site)
        case call(Int)
        /// An object, and whether its number is told whatever there is.
        case object(Int)
        case subscription(Int)
    }

    private struct Line {
        var row: Int
        var isApart: Bool
        var pieces: [Piece]
    }

    private let trace: Trace
    private let tree: GoldenTree
    private let nodes: IdentifierIndex
    private let subscriptions: IdentifierIndex
    private let threads: IdentifierIndex
    private var context: GoldenContext
    private var levels = GoldenLevels()
    private var places = GoldenPlaces()
    private var lines: [Line] = []
    /// What the file tells of objects at its end, by their rows' order.
    private var described: [(receiver: String, pieces: [Piece])] = []
    /// By position in the trace, the numbers of rows, objects and subscriptions in ``context``.
    private var rowOfCall: [Int?]
    private var numberOfNode: [Int?]
    private var numberOfSubscription: [Int?]

    /// - Parameter trace: a canonical form.
    static func text(_ trace: Trace) -> String {
        var writer = GoldenWriter(trace)
        writer.addTrees()
        return writer.text()
    }

    private init(_ trace: Trace) {
        self.trace = trace
        tree = GoldenTree(trace)
        nodes = IdentifierIndex(trace.nodes)
        subscriptions = IdentifierIndex(trace.subscriptions)
        threads = IdentifierIndex(trace.threads)
        context = GoldenContext(thread: 0, objects: GoldenObjects(trace, tree, nodes))
        rowOfCall = Array(repeating: nil, count: trace.calls.count)
        numberOfNode = Array(repeating: nil, count: trace.nodes.count)
        numberOfSubscription = Array(repeating: nil, count: trace.subscriptions.count)
    }

    // MARK: The order of rows

    /// Each tree: below each call those made in it, then the work that it asked for.
    private mutating func addTrees() {
        for root in tree.roots {
            let first = lines.count
            var waiting = [(call: root, column: 0, isWork: false)]
            while let (call, column, isWork) = waiting.popLast() {
                let surroundings = levels.enter(column: column) ?? .none
                add(call, column, surroundings, isWork: isWork)
                let below = levels.columnBelow(
                    trace.calls[call].operation, column: column, isInSequence: surroundings == .sequence)
                for work in tree.works(of: call).reversed() { waiting.append((work, below, true)) }
                for child in tree.calls(in: call).reversed() { waiting.append((child, below, false)) }
            }
            // A tree of several rows stands apart.
            lines[first].isApart = lines.count - first > 1 || isAfterSeveral(first)
        }
    }

    private func isAfterSeveral(_ line: Int) -> Bool {
        guard line > 0 else { return false }
        return !lines[line - 1].pieces.isEmpty && context.rows[lines[line - 1].row].above != nil
    }

    // MARK: Rows

    private mutating func add(
        _ position: Int, _ column: Int, _ surroundings: GoldenLevels.Surroundings, isWork: Bool
    ) {
        let call = trace.calls[position]
        let above = tree.above(position).flatMap { rowOfCall[$0] }
        var mark = ""
        if surroundings == .sequence, let above {
            mark = self.mark(of: above)
            _ = levels.end(after: above)
        }
        let nodePosition = call.node.flatMap { nodes[$0] }
        let node = nodePosition.map { trace.nodes[$0] }
        let title = GoldenTitle(call, node)
        let open = surroundings == .sequence ? levels.open : []
        var pieces: [Piece] = [.text(String(repeating: " ", count: column) + (isWork ? GoldenText.workMark : ""))]

        var number: Int?
        var details: [Piece] = []
        if let nodePosition, let node, let receiver = title.receiver {
            if let known = numberOfNode[nodePosition] {
                number = known
                let told = context.node(receiver, of: call.operation, above: above, open: open)
                pieces.append(.text(title.text(mark: told == known ? "" : context.mark(ofNode: known, receiver))))
            } else {
                pieces.append(.text(title.text()))
                if call.operation == .create {
                    details += [.text("; new ")] + object(node, call)
                } else {
                    let told = context.node(receiver, of: call.operation, above: above, open: open)
                    if told != nil { details.append(.text("; new")) }
                    let pieces = object(node, call)
                    if context.objects.tell(of: receiver) { described.append((receiver.text, pieces)) }
                }
                number = tell(nodePosition, receiver)
            }
        } else {
            pieces.append(.text(title.text()))
        }

        let subscription = call.subscription.flatMap { subscriptions[$0] }
        if let subscription, numberOfSubscription[subscription] == nil {
            details += begins(subscription, call, above: above)
        } else if subscription.flatMap({ numberOfSubscription[$0] })
            != context.subscription(of: number, call.operation, above: above)
        {
            details.append(.text("; of "))
            details.append(subscription.map { .subscription($0) } ?? .text("none"))
        }
        if let site = call.site {
            note(site, call)
            details += [.text("; at "), .place(site)]
        }

        let caller = isWork ? call.parent.flatMap { tree.position(of: $0) } : nil
        let callerRow = isWork ? caller.flatMap { rowOfCall[$0] } : above
        let thread = threads[call.thread] ?? 0
        if thread != context.thread(above: above, caller: callerRow, isWork: isWork) {
            details.append(.text("; thread " + GoldenWord.written(trace.threads[thread].name)))
        }
        if let caller {
            let isTold = callerRow != nil && above.flatMap { context.queueCall(around: $0) } == callerRow
            details += isTold ? [.text("; inside")] : [.text("; inside "), .call(caller)]
        }
        if let origin = call.origin.flatMap({ tree.position(of: $0) }) { details += [.text("; from "), .call(origin)] }
        for (index, part) in call.parts.compactMap({ tree.position(of: $0) }).enumerated() {
            details += [.text(index == 0 ? "; made of " : " + "), .call(part)]
        }
        details.append(.text(asked(position) + mark))

        let row = context.rows.count
        context.add(
            GoldenContext.Row(
                title: title, node: number, subscription: subscription.flatMap { numberOfSubscription[$0] },
                thread: thread, above: above, caller: callerRow), isWork: isWork)
        levels.add(row, call.operation, column: column, surroundings)
        rowOfCall[position] = row
        lines.append(Line(row: row, isApart: false, pieces: pieces + details))
    }

    /// Who calls a row of a sequence, where that is not the row before.
    private func mark(of above: Int) -> String {
        guard levels.open.last != above else { return "" }
        let short = context.rows[above].title.short
        let later = levels.open.reversed().prefix { $0 != above }.count { context.rows[$0].title.short == short }
        return GoldenText.parentMark + short + (later == 0 ? "" : "#\(later + 1)")
    }

    /// How often what was asked for ran, where that is not once.
    private func asked(_ position: Int) -> String {
        let count = tree.works(of: position).count
        let usual = GoldenTree.usualWorks(
            of: trace.calls[position].operation, hasCalls: !tree.calls(in: position).isEmpty)
        guard count != usual else { return "" }
        return count == 0 ? "; never ran" : count == 1 ? "; ran once" : "; ran \(count) times"
    }

    private mutating func tell(_ position: Int, _ receiver: GoldenTitle.Receiver) -> Int {
        let number = context.addNode(receiver, hasHome: GoldenTree.hasHome(trace.nodes[position].role))
        numberOfNode[position] = number
        return number
    }

    private mutating func object(_ node: Trace.Node, _ call: Trace.Call?) -> [Piece] {
        var pieces: [Piece] = [.text("\(node.role.name)\(node.isEarly ? " early" : "")")]
        if let site = node.site {
            note(site, call, as: node.type)
            pieces += [.text(" at "), .place(site)]
        }
        guard let generic = node.generic else { return pieces + [.text(" untyped")] }
        if generic == node.type { return pieces }
        let arguments = generic.hasPrefix(node.type) ? generic.dropFirst(node.type.count) : ""
        let isPlain =
            arguments.first == "<" && !arguments.hasPrefix("< ")
            && GoldenWord.arguments(arguments)?.endIndex == arguments.endIndex
        return pieces + [.text(isPlain ? " \(arguments)" : " typed \(GoldenWord.quoted(generic))")]
    }

    private mutating func begins(_ position: Int, _ call: Trace.Call?, above: Int?) -> [Piece] {
        let subscription = trace.subscriptions[position]
        var pieces: [Piece] = [.text("; begins")]
        if let name = subscription.name { pieces.append(.text(" named \(GoldenWord.quoted(name))")) }
        let parent = subscription.parent.flatMap { subscriptions[$0] }
        let around = above.flatMap { context.rows[$0].subscription }
        if parent.flatMap({ numberOfSubscription[$0] }) != around || (parent == nil) != (around == nil) {
            pieces.append(.text(" within "))
            pieces.append(parent.map { .subscription($0) } ?? .text("none"))
        }
        let node = nodes[subscription.node]
        if call == nil || call?.node != subscription.node, let node { pieces += [.text(" to "), .object(node)] }
        if let site = subscription.site {
            note(site, call, as: "subscribe")
            pieces += [.text(" at "), .place(site)]
        }
        pieces.append(.text(", " + (subscription.ended.map(GoldenWord.written) ?? "-")))
        numberOfSubscription[position] = context.addSubscription(
            to: node.map { GoldenTitle.Receiver(trace.nodes[$0]) })
        return pieces
    }

    private mutating func note(_ site: Trace.Site, _ call: Trace.Call?, as word: String = "") {
        let isMaking = call.map { $0.operation == .create || $0.operation == .subscribe } ?? false
        places.note(site, as: call.map(Self.word) ?? word, isMaking: isMaking, row: context.rows.count)
    }

    /// A word for the place of a call, or of what it makes.
    private static func word(for call: Trace.Call) -> String {
        if let event = call.event { return "on" + event.kind.name.capitalized }
        return call.operation == .create || call.operation == .hop
            ? call.label ?? call.operation.name : call.operation.name
    }

    // MARK: The file

    private mutating func text() -> String {
        var others: [[Piece]] = []
        for position in trace.nodes.indices where numberOfNode[position] == nil {
            let receiver = GoldenTitle.Receiver(trace.nodes[position])
            _ = tell(position, receiver)
            others.append([.text("also \(receiver.text); new ")] + object(trace.nodes[position], nil))
        }
        for position in trace.subscriptions.indices where numberOfSubscription[position] == nil {
            others.append([.text("also")] + begins(position, nil, above: nil))
        }
        places.nameAll()
        var text = header
        for line in lines {
            if line.isApart || line.row == 0 { text += "\n" }
            text += rendered(line.pieces, row: line.row) + "\n"
        }
        if !others.isEmpty { text += "\n" }
        for other in others { text += rendered(other, row: lines.count) + "\n" }
        let objects = GoldenObjects.lines(described.map { ($0.receiver, rendered($0.pieces, row: 0)) })
        return text + (objects + places.lines).map { $0 + "\n" }.joined()
    }

    private var header: String {
        var text = "\(GoldenText.magic)\(GoldenText.version)\ntrace \(GoldenWord.written(trace.scenario))\n"
        for (reason, count) in trace.drops.counts where count > 0 { text += "dropped \(reason) \(count)\n" }
        for thread in trace.threads where trace.threads.count > 1 || thread != GoldenTree.mainThread {
            text += "thread \(GoldenWord.written(thread.name))\(thread.isPooled ? " pooled" : "")\n"
        }
        return text
    }

    private func rendered(_ pieces: [Piece], row: Int) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let told): text += told
            case .place(let site): text += places.name(of: site)
            case .call(let position):
                guard let other = rowOfCall[position] else { break }
                let distance = context.distance(to: other, from: row)
                text += context.rows[other].title.text()
                if distance != 1 { text += distance > 0 ? " \(distance) before" : " \(-distance) after" }
            case .object(let position): text += reference(toNode: position)
            case .subscription(let position):
                let node = nodes[trace.subscriptions[position].node]
                let receiver = node.map { GoldenTitle.Receiver(trace.nodes[$0]) }
                let number = numberOfSubscription[position].map { context.number(ofSubscription: $0) } ?? 1
                text += (receiver?.text ?? "-") + (number == 1 ? "" : "#\(number)")
            }
        }
        return text
    }

    private func reference(toNode position: Int) -> String {
        let receiver = GoldenTitle.Receiver(trace.nodes[position])
        let number = numberOfNode[position].map { context.number(ofNode: $0) } ?? 1
        return receiver.text + (number == 1 ? "" : "#\(number)")
    }
}

/// Says in words what one row of a tree is: the operation, whom it calls, with what, where and on which thread.
struct TreeLineWriter {
    let trace: Trace
    let tree: CallTree
    let style: BranchStyle
    let names: NodeNames
    let nodes: IdentifierIndex
    private let subscriptions: IdentifierIndex
    private let threads: IdentifierIndex
    /// The words by raw value: asking an operation for its name takes longer than writing its line.
    private let operationNames = Trace.Operation.allCases.map(\.name)
    private let eventNames = Trace.Event.Kind.allCases.map(\.name)

    init(_ trace: Trace, tree: CallTree, style: BranchStyle) {
        self.trace = trace
        self.tree = tree
        self.style = style
        names = NodeNames(trace)
        nodes = IdentifierIndex(trace.nodes)
        subscriptions = IdentifierIndex(trace.subscriptions)
        threads = IdentifierIndex(trace.threads)
    }

    /// Adds the parts of the line for `row`, which stands for `run` when rows like it follow.
    func describe(_ row: Outline.Row, run: Repetitions.Run, on line: inout TreeLine) {
        let call = trace.calls[Int(row.call)]
        line.add(operationNames[Int(call.operation.rawValue)], lineStyle(call.operation), glued: true)
        if call.operation == .handler, let label = call.label { line.add(TerminalText.escaped(label), .handler) }
        if let name = receiver(of: call) { line.add(name, .plain, minimum: 12) }
        if call.operation == .create { addOperator(of: call, on: &line) }
        if row.eventCall >= 0, let event = trace.calls[Int(row.eventCall)].event { add(event, on: &line) }
        if row.introduces { addIntroduction(of: call, on: &line) }
        addHop(of: call, on: &line)
        if row.changesThread {
            line.add("\(style.separator) on \(threadName(call.thread))", .hop, minimum: 10)
        }
        if run.count > 1 {
            let others = run.hasOtherNodes ? " instances" : ""
            line.add("\(style.times)\(Count.grouped(run.count))\(others)", .event)
        }
    }

    private func receiver(of call: Trace.Call) -> String? {
        if let type = call.type { return TerminalText.escaped(type) }
        // Work is told by the schedule it hangs below; the item that holds it is never spoken of again.
        if call.operation == .invoke { return nil }
        return call.node.flatMap { nodes[$0] }.map { names.names[$0] }
    }

    /// The operator that made the node, where the node's type does not already say it.
    private func addOperator(of call: Trace.Call, on line: inout TreeLine) {
        guard let label = call.label else { return }
        let type = call.node.flatMap { nodes[$0] }.map { trace.nodes[$0].type }
        if type?.lowercased() != label.lowercased() {
            line.add("(\(TerminalText.escaped(label)))", .note, minimum: 8)
        }
    }

    private func add(_ event: Trace.Event, on line: inout TreeLine) {
        let eventStyle: TreeLine.Style = event.kind == .error ? .error : .event
        line.add(eventNames[Int(event.kind.rawValue)], eventStyle)
        guard let value = event.value else { return }
        line.add("(", .plain, glued: true)
        line.add(TerminalText.escaped(value), event.kind == .error ? .error : .value, glued: true, minimum: 5)
        line.add(")", .plain, glued: true)
    }

    private func addIntroduction(of call: Trace.Call, on line: inout TreeLine) {
        if call.operation == .create {
            if let node = call.node.flatMap({ nodes[$0] }), let site = trace.nodes[node].site { line.setSite(site) }
            return
        }
        guard let position = call.subscription.flatMap({ subscriptions[$0] }) else { return }
        let subscription = trace.subscriptions[position]
        let parent = subscription.parent.map { " in \($0)" } ?? ""
        line.add(style.separator, .note)
        line.add("subscription \(subscription.id)\(parent),", .note, minimum: 0)
        if let ended = subscription.ended {
            line.add(TerminalText.escaped(ended), .note)
        } else {
            line.add("still live", .error)
        }
        if let site = subscription.site { line.setSite(site) }
    }

    /// Both ends of a hop: the work that a schedule led to, and the schedule that asked for an invoke.
    private func addHop(of call: Trace.Call, on line: inout TreeLine) {
        switch call.operation {
        case .invoke:
            line.add("@\(call.id)", .hop)
            if let cause = call.cause { line.add("\(style.backArrow) schedule @\(cause)", .hop) }
        case .schedule:
            line.add("@\(call.id)", .hop)
            guard let position = tree.position(of: call.id) else { return }
            let works = tree.children(of: position).lazy.map { trace.calls[$0] }.filter { $0.cause == call.id }
            guard let first = works.first else { return }
            let count = works.count
            line.add("\(style.arrow) invoke @\(first.id)", .hop)
            if count > 1 { line.add("and \(Count.grouped(count - 1)) more", .hop, minimum: 0) }
            if first.thread != call.thread { line.add("on \(threadName(first.thread))", .hop, minimum: 0) }
        default: break
        }
    }

    private func threadName(_ id: Int) -> String {
        guard let position = threads[id], !trace.threads[position].name.isEmpty else { return "\(id)" }
        return TerminalText.escaped(trace.threads[position].name)
    }

    private func lineStyle(_ operation: Trace.Operation) -> TreeLine.Style {
        switch operation {
        case .create: .create
        case .subscribe, .connect: .subscribe
        case .schedule, .invoke: .hop
        case .handler: .handler
        case .dispose, .insert, .deinit: .disposal
        case .run, .on, .forwardOn, .onCore: .plain
        }
    }
}

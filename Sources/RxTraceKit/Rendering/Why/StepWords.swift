/// Says one step of a causal chain in words.
struct StepWords {
    let source: any TraceSource
    let titles: NodeTitles
    let style: BranchStyle

    /// - Parameters:
    ///   - before: the step that was told before, which this one led to.
    ///   - emits: whether the event came into being here.
    func describe(_ step: CausalChain.Step, after before: CausalChain.Step?, emits: Bool, on line: inout TreeLine) {
        let call = step.call
        line.add(call.operation.name, TreeLine.Style(call.operation), minimum: nil)
        if call.operation == .handler, let label = call.label { line.add(TerminalText.escaped(label), .handler) }
        if call.operation.row.label == .text { line.add(MarkText.quoted(call.label ?? ""), .mark, minimum: 12) }
        if addReceiver(of: call, on: &line) {
            if call.operation.row.label == .owner, let owner = call.label {
                line.add("of \(TerminalText.escaped(owner))", .note, minimum: 8)
            }
            // How the source came to be is the next question.
            if emits, call.type == nil, step.node?.isEarly == true { line.addEarly() }
        }
        if let event = step.event { add(event, on: &line) }
        if call.operation.row.meaning == .work { line.add("@\(call.id)", .hop) }
        if before == nil || before?.call.thread != call.thread {
            line.add("on \(threadName(call.thread))", .hop, minimum: 8)
        }
        if let waited = step.waited { addTime(waited, after: "waited", on: &line) }
        if let kept = step.kept { addTime(kept, after: "kept", on: &line) }
        if let count = step.elementsBefore, count > 0 {
            line.add("\(style.separator) \(Count.of(count, "element")) before", .note)
        }
        if call.operation == .hop, let label = call.label {
            line.add("\(style.separator) hopped here by \(TerminalText.escaped(label))", .hop)
        }
        if emits { line.add("\(style.separator) emitted here", .note) }
        if let site = step.site { line.setSite(site) }
    }

    /// Tells that nothing recorded led to the chain's first call, where the program need not have made it by itself: a
    /// callback may have, or a timer.
    func describeOutside(_ first: CausalChain.Step, on line: inout TreeLine) {
        line.add("  sent from outside any recorded call,", .note)
        line.add(threadName(first.call.thread), .hop)
        if let site = first.site { line.setSite(site) }
    }

    /// Tells of turns of work that are not told one by one.
    func describe(_ turns: RepeatedTurns.Run, on line: inout TreeLine) {
        line.add(style.backArrow, .note)
        line.add("\(style.ellipsis) \(Count.of(turns.count, "more turn")) like it", .hop)
        if let waited = turns.waited { addTime(waited, after: "waited", suffix: " in all", on: &line) }
    }

    /// Tells what else led to the step that was told before.
    func describe(_ side: CausalChain.Side, on line: inout TreeLine) {
        // Where a part came into being says more than who handed it in.
        let step: CausalChain.Step
        switch side.kind {
        case .trigger:
            step = side.call
            line.add("    triggered by", .note)
        case .part(let number, let count):
            step = side.emission ?? side.call
            line.add("    part \(number) of \(count):", .note)
        case .end:
            step = side.emission ?? side.call
            line.add("    subscribed after", .note)
        case .meanwhile:
            step = side.call
            line.add("    its value may be from code that ran since the hop, such as", .note)
        }
        let call = step.call
        line.add(call.operation.name, TreeLine.Style(call.operation), minimum: nil)
        if call.operation == .handler, let label = call.label { line.add(TerminalText.escaped(label), .handler) }
        addReceiver(of: call, on: &line)
        if let event = step.event { add(event, on: &line) }
        line.add("@\(call.id)", .hop)
        if let waited = side.call.waited { addTime(waited, after: "waited", on: &line) }
        if let kept = side.kept, kept > 0 { addTime(kept, after: "kept", on: &line) }
        if let site = side.emission?.site ?? side.call.site { line.setSite(site) }
    }

    /// Tells of the parts between two sides that are not told one by one. Returns whether there are any.
    func describe(_ side: CausalChain.Side, after before: CausalChain.Side?, on line: inout TreeLine) -> Bool {
        guard case .part(let number, _) = side.kind, case .part(let last, _) = before?.kind, number > last + 1 else {
            return false
        }
        line.add("    \(style.ellipsis) \(Count.of(number - last - 1, "more part"))", .note)
        return true
    }

    private func addTime(_ time: UInt64, after word: String, suffix: String = "", on line: inout TreeLine) {
        let micro = style == .ascii ? "u" : "µ"
        line.add("\(style.separator) \(word) \(DurationText.of(time, micro: micro))\(suffix)", .hop)
    }

    private func add(_ event: Trace.Event, on line: inout TreeLine) {
        line.add(event.kind.name, event.kind == .error ? .error : .event)
        guard let value = event.value else { return }
        line.add("(", .plain, glued: true)
        line.add(TerminalText.escaped(value), event.kind == .error ? .error : .value, glued: true, minimum: 5)
        line.add(")", .plain, glued: true)
    }

    /// Tells where the user subscribed.
    func describe(_ one: Trace.Subscription, isInner: Bool, on line: inout TreeLine) {
        line.add(" ", .plain)
        line.add(isInner ? "through" : "subscribed as", .subscribe)
        line.add("subscription \(one.id)", .plain)
        if let name = one.name { line.add(MarkText.quoted(name), .plain, minimum: 8) }
        if let node = source.nodes.position(of: one.node) {
            line.add("of \(titles.title(of: node))", .plain, minimum: 12)
            if source.nodes[node].isEarly { line.addEarly() }
        }
        line.add(
            one.ended.map { "\(style.separator) \(TerminalText.escaped($0))" } ?? "\(style.separator) still live",
            one.ended == nil ? .error : .note)
        if let site = one.site { line.setSite(site) }
    }

    /// - Returns: whether there is one.
    @discardableResult
    private func addReceiver(of call: Trace.Call, on line: inout TreeLine) -> Bool {
        if let type = call.type {
            line.add(TerminalText.escaped(type), .plain, minimum: 12)
            return true
        }
        guard call.operation != .invoke, let node = call.node.flatMap({ source.nodes.position(of: $0) }) else {
            return false
        }
        line.add(titles.names.name(of: node), .plain, minimum: 12)
        if let type = titles.newType(of: node) { line.add("(\(type))", .note, minimum: 8) }
        return true
    }

    private func threadName(_ id: Int) -> String {
        guard let thread = source.threads[id: id], !thread.name.isEmpty else { return "thread \(id)" }
        return TerminalText.escaped(thread.name)
    }
}

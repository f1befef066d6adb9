/// A call on its way from a recording to a trace.
final class FormatTraceCall {
    let recorded: FormatCall
    let operation: String
    fileprivate(set) var id = 0
    let parent: FormatTraceCall?
    let cause: FormatTraceCall?
    /// The parent, past the program's marks and hops.
    var caller: FormatTraceCall? {
        guard let parent else { return nil }
        return parent.operation == "mark" || parent.isOfHop ? parent.caller : parent
    }
    var isOfHop: Bool { operation == "hop" || operation == "invoke" && recorded.node == 0 }
    /// By number, from 1.
    var subscription: Int?
    /// The innermost subscribe it is in, itself included.
    var scope: FormatTraceCall?

    init(_ recorded: FormatCall, _ operation: String, parent: FormatTraceCall?, cause: FormatTraceCall?) {
        self.recorded = recorded
        self.operation = operation
        self.parent = parent
        self.cause = cause
        scope = operation == "subscribe" ? self : caller?.scope
    }
}

extension FormatDocument {
    /// Makes a trace of a recording.
    init(_ recording: FormatRecording) {
        let known: Set = [
            "create", "subscribe", "schedule", "invoke", "run", "on", "forwardOn", "onCore", "handler", "connect",
            "insert", "dispose", "deinit", "mark", "hop", "remove", "add",
        ]
        let about = recording.about
        let drops = recording.drops.filter { $0.value > 0 }
        self.init(scenario: about.scenario, dropped: drops.values.reduce(0, +))
        let sinceProcess = recording.nanoseconds(about.startTicks - about.processTicks)
        run = Run(
            identity: about.run.identity, process: about.process, host: about.run.host,
            start: about.run.clockStart + about.processNanoseconds + sinceProcess, parent: recording.parent)
        notes = recording.notes.isEmpty ? nil : recording.notes
        if drops.keys.contains(where: { $0 != "memory" }) { droppedBy = drops }
        var open: [UInt64: [FormatTraceCall?]] = [:]
        var next: [UInt64: UInt64] = [:]
        var scheduled: [UInt64: FormatTraceCall] = [:]
        var made: [FormatTraceCall] = []
        var tracker = FormatSubscriptions(recording)
        for call in recording.calls {
            var stack = Array((open[call.thread] ?? []).prefix(call.depth))
            while stack.count < call.depth { stack.append(nil) }
            if let number = next[call.thread], number != call.number {
                let known = stack.lastIndex { outer in
                    guard let outer, let duration = outer.recorded.duration else { return false }
                    return outer.recorded.start + duration > call.start
                }
                for place in stack.indices where known.map({ place > $0 }) ?? true { stack[place] = nil }
            }
            next[call.thread] = call.number + 1
            defer { open[call.thread] = stack }
            let names = about.operations
            guard names.indices.contains(call.operation), known.contains(names[call.operation]) else {
                stack.append(stack.last ?? nil)
                continue
            }
            let operation = names[call.operation]
            let traced = FormatTraceCall(
                call, operation, parent: stack.last ?? nil,
                cause: operation == "invoke" ? scheduled[call.value] : nil)
            made.append(traced)
            stack.append(traced)
            if operation == "schedule" || operation == "hop" { scheduled[call.value] = traced }
        }
        made = Self.withoutBarrenHops(made)
        for (index, call) in made.enumerated() {
            call.id = index + 1
            tracker.add(call)
        }
        tracker.finish()
        addRows(of: made, recording, tracker)
    }

    private static func withoutBarrenHops(_ made: [FormatTraceCall]) -> [FormatTraceCall] {
        var kept: Set<ObjectIdentifier> = []
        for call in made where !call.isOfHop {
            var next = [call.parent]
            while let one = next.popLast() {
                guard let one, one.isOfHop, kept.insert(ObjectIdentifier(one)).inserted else { continue }
                next += [one.parent, one.cause]
            }
        }
        return made.filter { !$0.isOfHop || kept.contains(ObjectIdentifier($0)) }
    }

    private mutating func addRows(
        of all: [FormatTraceCall], _ recording: FormatRecording, _ tracker: FormatSubscriptions
    ) {
        var threadNumbers: [UInt64: Int] = [:]
        var nodeNumbers: [UInt64: Int] = [:]
        func site(_ stack: UInt64?) -> Site? {
            stack.flatMap { recording.places[$0] }.map { Site(file: $0.file, line: $0.line) }
        }
        func number(of node: UInt64) -> Int? {
            guard tracker.node(node) != 0 else { return nil }
            let definition = recording.definitions.nodes[node]
            if let number = nodeNumbers[node] { return number }
            nodeNumbers[node] = nodes.count + 1
            let words = recording.about.roles
            let role = definition.map { words.indices.contains($0.role) ? words[$0.role] : "object" } ?? "object"
            let isEarly = recording.early.contains(node) && role != "scheduler" && role != "object"
            nodes.append(
                Node(
                    id: nodes.count + 1, type: definition.map { recording.typeName($0.type) } ?? "-",
                    generic: definition.flatMap { recording.definitions.types[$0.type] },
                    role: role, name: recording.definitions.names[node], early: isEarly ? true : nil))
            let roles = recording.behaviors(of: node)
            if !roles.isEmpty { nodes[nodes.count - 1].roles = roles }
            return nodes.count
        }
        let byNumber = Dictionary(
            uniqueKeysWithValues: all.map {
                (FormatDefinitions.ThreadCall(thread: $0.recorded.thread, number: $0.recorded.number), $0)
            })
        func parts(of made: FormatTraceCall) -> [Int] {
            made.recorded.origins.compactMap { ticket in
                recording.definitions.kept[ticket].flatMap { byNumber[$0] }.map(\.id)
            }.filter { $0 < made.id }
        }
        func origin(of made: FormatTraceCall, _ parts: [Int]) -> Int? {
            var around = made.parent
            while let outer = around, !parts.contains(outer.id) { around = outer.parent }
            return around == nil ? parts.last : nil
        }
        for made in all {
            let call = made.recorded
            if threadNumbers[call.thread] == nil {
                let number = threads.count
                threadNumbers[call.thread] = number
                let isMain = recording.definitions.mainThreads.contains(call.thread)
                let isPooled = recording.definitions.pooledThreads.contains(call.thread)
                threads.append(
                    Thread(id: number, name: isMain ? "main" : "thread \(number)", pool: isPooled ? true : nil))
            }
            let start = recording.about.startTicks
            let parts = parts(of: made)
            var row = Call(
                id: made.id, parent: made.parent?.id, cause: made.cause?.id, origin: origin(of: made, parts),
                parts: parts.count > 1 ? parts : nil, operation: made.operation,
                node: number(of: call.node), thread: threadNumbers[call.thread] ?? 0,
                type: call.type.map { recording.typeName($0) }, subscription: made.subscription,
                start: recording.nanoseconds(call.start < start ? 0 : call.start - start),
                duration: call.duration.map { recording.nanoseconds($0) })
            if made.operation == "create", let node = row.node { nodes[node - 1].early = nil }
            let isByUser = made.caller == nil || made.caller?.operation == "handler"
            if isByUser, ["on", "forwardOn"].contains(made.operation) { row.site = site(call.stack) }
            switch made.operation {
            case "on", "forwardOn", "onCore":
                row.event = recording.event(of: call)
                if made.operation == "on", call.detail & 0x80 != 0, row.type == nil { row.type = "AnyObserver" }
            case "handler", "hop":
                if made.operation == "hop" { row.site = site(call.stack) }
                let labels = recording.about.labels
                row.label = labels.indices.contains(Int(call.detail)) ? labels[Int(call.detail)] : nil
            case "invoke" where call.detail == 1: row.label = "turn"
            case "deinit":
                let release = call.stack.flatMap { recording.releases[$0] }
                row.label = release?.owner
                row.site = release?.place.map { Site(file: $0.file, line: $0.line) }
            case "mark": row.label = call.text ?? ""
            case "create" where isByUser:
                row.label = call.stack.flatMap { recording.places[$0]?.function }
                if let node = row.node { nodes[node - 1].site = site(call.stack) }
            default: break
            }
            calls.append(row)
        }
        defer {
            for (node, number) in nodeNumbers {
                guard let owner = recording.definitions.nodes[node]?.owner else { continue }
                nodes[number - 1].owner = nodeNumbers[owner]
            }
        }
        let kinds = recording.about.closures
        let shown = Set(all.filter { $0.operation == "handler" }.map { Int($0.recorded.detail) })
        let told = recording.about.labels.enumerated().filter { shown.contains($0.offset) && $0.offset < kinds.count }
        if !told.isEmpty {
            closures = told.map { Closure(label: $0.element, kinds: kinds[$0.offset].sorted()) }
                .sorted { $0.label < $1.label }
        }
        subscriptions = tracker.all.enumerated().map { index, state in
            Subscription(
                id: index + 1, parent: state.parent, node: number(of: state.node) ?? 0,
                name: tracker.name(of: index + 1), site: site(state.stack), ended: state.ended)
        }
        for (index, made) in all.enumerated() {
            switch made.operation {
            case "subscribe": calls[index].disposable = nodeNumbers[made.recorded.value >> 32]
            case "insert", "add", "remove": calls[index].disposable = nodeNumbers[made.recorded.value]
            default: break
            }
        }
    }
}

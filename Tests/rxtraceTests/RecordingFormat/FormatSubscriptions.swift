/// Finds the subscriptions of a recording, as the page says it: which call belongs to which.
struct FormatSubscriptions {
    struct Subscription {
        var node: UInt64
        var observer: UInt64
        var stack: UInt64?
        var sources: [UInt64]
        var parent: Int?
        var ended: String?
        var hasDisposable = false
        var hasChildren = false
        var wasTaken = false
    }

    /// Notes of a node; subscriptions are spoken of by their numbers, from 1.
    struct Notes {
        var owner: Int?
        var observesIn: [Int] = []
        var endsWithIt: Int?
        var toIt: [Int] = []
        var shared: UInt64?
    }

    let recording: FormatRecording
    private(set) var all: [Subscription] = []
    var notes: [UInt64: Notes] = [:]

    init(_ recording: FormatRecording) { self.recording = recording }

    subscript(number: Int) -> Subscription {
        get { all[number - 1] }
        set { all[number - 1] = newValue }
    }

    /// A node, or 0 where nothing defines it.
    func node(_ number: UInt64) -> UInt64 {
        recording.definitions.nodes[number] != nil || recording.definitions.names[number] != nil ? number : 0
    }

    func role(_ node: UInt64) -> String {
        recording.definitions.nodes[node].map { recording.about.roles[$0.role] } ?? ""
    }

    func does(_ node: UInt64, _ behavior: String) -> Bool {
        recording.behaviors(of: node).contains(behavior)
    }

    /// The program's name of a subscription, by the disposable it ends with.
    func name(of subscription: Int) -> String? {
        recording.definitions.names.first { notes[$0.key]?.endsWithIt == subscription }?.value
    }

    func nearest(_ call: FormatTraceCall?) -> Int? {
        var call = call
        while let current = call {
            if let subscription = current.subscription { return subscription }
            call = current.caller ?? current.cause
        }
        return nil
    }

    mutating func add(_ call: FormatTraceCall) {
        let caller = call.caller
        let inherited = caller?.operation == "handler" ? nil : caller?.subscription
        switch call.operation {
        case "subscribe": call.subscription = subscribe(call)
        case "create": break
        case "schedule", "mark", "hop": call.subscription = caller?.subscription
        case "invoke": call.subscription = call.cause?.subscription ?? caller?.subscription
        case "insert", "add", "remove":
            let disposable = notes[call.recorded.value]
            call.subscription = disposable?.endsWithIt ?? disposable?.owner
        case "connect": call.subscription = inherited
        case "on":
            if let delivering = delivering(call) {
                call.subscription = delivering
                let kind = call.recorded.detail & 3
                if kind > 1, self[delivering].ended == nil {
                    self[delivering].ended = kind == 2 ? "error" : "completed"
                }
            } else {
                call.subscription = use(call)
            }
        case "dispose", "handler": call.subscription = use(call) ?? inherited
        default: call.subscription = use(call)
        }
        if let caller, caller.operation == "on", call.operation == "on", caller.subscription == nil,
            let subscription = call.subscription, role(caller.recorded.node) == "observer"
        {
            caller.subscription = subscription
            notes[caller.recorded.node, default: Notes()].owner = subscription
        }
        if call.operation == "dispose", self.node(call.recorded.node) != 0 { dispose(call) }
    }

    private mutating func use(_ call: FormatTraceCall) -> Int? {
        let node = node(call.recorded.node)
        if let owner = notes[node]?.owner { return owner }
        if role(node) == "sink", let subscription = call.caller?.scope?.subscription {
            notes[node, default: Notes()].owner = subscription
            return subscription
        }
        return call.operation == "run" ? nearest(call.caller) : nil
    }

    private func deliveringToNone(_ call: FormatTraceCall) -> Int? {
        if let caller = call.caller, caller.operation == "on", case let node = node(caller.recorded.node),
            role(node) == "subject" || does(node, "connects")
        {
            let source = notes[node]?.shared ?? node
            let living = all.indices.map { $0 + 1 }.filter {
                self[$0].node == source && self[$0].observer == 0 && self[$0].ended == nil
            }
            return call.recorded.detail & 3 > 1 || living.count == 1 ? living.first : nil
        }
        var around = call.caller
        while let current = around, current.operation != "handler" {
            if current.operation == "on", node(current.recorded.node) == 0 { return nil }
            if let subscription = current.subscription, self[subscription].observer == 0 { return subscription }
            around = current.caller
        }
        return nil
    }

    private func delivering(_ call: FormatTraceCall) -> Int? {
        let node = node(call.recorded.node)
        if node == 0 { return deliveringToNone(call) }
        guard let candidates = notes[node]?.observesIn, let last = candidates.last else { return nil }
        if role(node) == "subject", call.caller.map({ $0.operation == "handler" }) ?? true { return nil }
        guard let caller = call.caller, candidates.count > 1 else { return last }
        let source = notes[caller.recorded.node]?.shared ?? self.node(caller.recorded.node)
        return candidates.last { $0 == caller.subscription || self[$0].sources.contains(source) } ?? last
    }

    private mutating func subscribe(_ call: FormatTraceCall) -> Int {
        let node = node(call.recorded.node)
        let number = call.recorded.value & 0xFFFF_FFFF
        let observer = self.node(number)
        let disposable = self.node(call.recorded.value >> 32)
        let begins = call.recorded.detail & 1 != 0
        let enclosing = call.caller?.scope
        let subscription: Int
        if let around = enclosing?.subscription, number != 0,
            enclosing.map({ $0.recorded.value & 0xFFFF_FFFF }) == number
        {
            subscription = around
            if self[around].observer == observer { self[around].sources.append(node) }
        } else if !begins, let same = notes[observer]?.owner ?? enclosing?.subscription {
            subscription = same
            if observer != 0, notes[observer]?.owner == nil { notes[observer, default: Notes()].owner = same }
        } else {
            subscription = begin(call, node, observer, enclosing)
        }
        if role(node) == "subject" { notes[node, default: Notes()].toIt.append(subscription) }
        if disposable != 0 {
            if begins {
                notes[disposable, default: Notes()].endsWithIt = subscription
                self[subscription].hasDisposable = true
            }
            if notes[disposable]?.owner == nil { notes[disposable, default: Notes()].owner = subscription }
        }
        return subscription
    }

    private mutating func begin(
        _ call: FormatTraceCall, _ node: UInt64, _ observer: UInt64, _ enclosing: FormatTraceCall?
    ) -> Int {
        var state = Subscription(node: node, observer: observer, stack: call.recorded.stack, sources: [node])
        if call.recorded.detail & 2 == 0 {
            state.parent = notes[observer]?.owner
            if state.parent == nil {
                state.parent = nearest(call.caller)
                while let parent = state.parent, self[parent].ended != nil, let outer = self[parent].parent {
                    state.parent = outer
                }
            }
        }
        all.append(state)
        if let parent = state.parent { self[parent].hasChildren = true }
        guard observer != 0 else { return all.count }
        var noted = notes[observer] ?? Notes()
        if let last = noted.observesIn.last, self[last].ended != nil {
            noted.observesIn.removeAll { self[$0].ended != nil }
        }
        noted.observesIn.append(all.count)
        if role(observer) != "subject", noted.owner == nil { noted.owner = all.count }
        if does(observer, "connects"), let enclosing {
            noted.shared = self.node(enclosing.recorded.node)
        }
        notes[observer] = noted
        return all.count
    }
}

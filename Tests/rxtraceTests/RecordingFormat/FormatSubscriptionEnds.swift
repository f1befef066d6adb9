// How subscriptions end, as the page says it.
extension FormatSubscriptions {
    private func isTake(_ node: UInt64) -> Bool { does(node, "ends") }

    private func isConnection(_ node: UInt64) -> Bool { does(node, "connects") }

    mutating func dispose(_ call: FormatTraceCall) {
        let node = call.recorded.node
        let noted = notes[node] ?? Notes()
        if isTake(node), let owner = noted.owner, isTakes(call) { self[owner].wasTaken = true }
        for subscription in noted.toIt where self[subscription].ended == nil && !self[subscription].hasChildren {
            self[subscription].ended = "disposed"
        }
        guard let ending = noted.endsWithIt ?? (isConnection(node) ? noted.observesIn.last : nil),
            self[ending].ended == nil
        else { return }
        self[ending].ended = isConnection(self[ending].observer) ? "connection" : reason(of: ending, call)
    }

    private func reason(of subscription: Int, _ call: FormatTraceCall) -> String {
        var outermost = call
        while let caller = outermost.caller, caller.operation == "dispose" {
            outermost = caller
            let ended = notes[caller.recorded.node]?.endsWithIt.flatMap { self[$0].ended }
            if ended == "connection" { return "connection" }
        }
        guard let cause = outermost.caller else { return "disposed" }
        switch cause.operation {
        case "deinit", "insert", "add": return role(cause.recorded.node) == "bag" ? "bag" : "disposed"
        case "on"
        where cause.recorded.detail & 3 == 1
            && does(cause.recorded.node, "switches"):
            return "switch"
        case "on", "invoke": return isTakes(outermost) ? "take" : "disposed"
        case "subscribe", "run", "schedule": return wasTaken(subscription) ? "take" : "disposed"
        default: return "disposed"
        }
    }

    private func isTakes(_ call: FormatTraceCall) -> Bool {
        switch call.caller?.operation {
        case "on": call.caller.map { $0.recorded.detail & 3 == 1 && isTake($0.recorded.node) } ?? false
        case "invoke": isTake(call.recorded.node)
        default: false
        }
    }

    private func wasTaken(_ subscription: Int) -> Bool {
        self[subscription].wasTaken || self[subscription].parent.map { wasTaken($0) } ?? false
    }

    /// When all calls are known: a subscription without a disposable ends with others.
    mutating func finish() {
        for number in all.indices.map({ $0 + 1 }) where self[number].ended == nil && !self[number].hasDisposable {
            if let shared = notes[self[number].observer]?.shared {
                let isInUse = all.contains { $0.ended == nil && $0.sources.contains(shared) }
                self[number].ended = isInUse ? nil : "connection"
            } else if let parent = self[number].parent, let ended = self[parent].ended {
                self[number].ended = ended == "bag" ? "bag" : wasTaken(number) ? "take" : "disposed"
            }
        }
    }
}

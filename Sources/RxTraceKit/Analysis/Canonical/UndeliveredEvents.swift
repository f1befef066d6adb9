// Events that an operator took in to bring them to a scheduler, and that had no turn there: it was disposed before, by what
// ran there. How many it took in until then is a matter of timing.
extension CanonicalPlaces {
    /// Leaves out the work that found nothing to do, and answers the calls that handed in these events.
    mutating func undeliveredEvents() -> Set<Int> {
        let hops = hopsDisposed()
        guard !hops.isEmpty else { return [] }
        let passed = passedEvents()
        let passing = Set(passed.compactMap { trace.calls[$0].node })
        var undelivered: Set<Int> = []
        for (position, call) in trace.calls.enumerated() where call.operation == .onCore && !isLeftOut(position) {
            guard let node = call.node, let disposal = hops[node], isChance(position, before: disposal) else {
                continue
            }
            if crossings.drains.contains(node) {
                if passing.contains(node), !passed.contains(position) { undelivered.insert(position) }
            } else if let (schedule, invoke) = idleWork(of: position) {
                leaveOut(schedule)
                leaveOut(invoke)
                undelivered.insert(position)
            }
        }
        return undelivered
    }

    /// The nodes that bring events to a scheduler and were disposed, each with the call that did so first.
    private func hopsDisposed() -> [Int: Int] {
        let known = trace.nodesWithRoles
        var disposals: [Int: Int] = [:]
        for (position, call) in trace.calls.enumerated() where call.operation == .dispose {
            guard let node = call.node, disposals[node] == nil, sharedTop(of: position) != nil,
                let place = nodes[node], known[place].role == .sink, known[place].behaviors.contains(.hops)
            else { continue }
            disposals[node] = position
        }
        return disposals
    }

    /// The calls that handed in what drains passed on.
    private func passedEvents() -> Set<Int> {
        Set(
            trace.calls.lazy.compactMap(\.origin).compactMap { [tree] in tree.position(of: $0) }.filter {
                trace.calls[$0].node.map(crossings.drains.contains) ?? false
            })
    }

    /// Whether the program does not decide which of two calls comes first.
    private func isChance(_ position: Int, before other: Int) -> Bool {
        strands.ofCall[position] != strands.ofCall[other]
            && (trace.calls[position].thread != trace.calls[other].thread || pooled.contains(trace.calls[other].thread))
    }

    /// The work that a call asked for, and that ran and did nothing.
    private func idleWork(of position: Int) -> (schedule: Int, invoke: Int)? {
        let children = tree.children(of: position)
        guard children.count == 1, let schedule = children.first, trace.calls[schedule].operation == .schedule else {
            return nil
        }
        let work = tree.children(of: schedule)
        guard work.count == 1, let invoke = work.first, strands.isHop[invoke], tree.children(of: invoke).isEmpty else {
            return nil
        }
        return (schedule, invoke)
    }
}

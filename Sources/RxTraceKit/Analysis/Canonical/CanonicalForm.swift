extension Trace {
    /// The same trace told so that two runs that did the same tell the same, however their threads took turns.
    ///
    /// - Calls stand in the order of the causal tree, in which work hangs below the call that handed it on (to a
    ///   scheduler, or by a hop of the program's own), and are numbered along it: first what the main thread began, then
    ///   what other threads began, ordered by what they did: a thread of the program's own as one sequence, each call
    ///   that a pool's thread began as one of its own, for chance decides which of them runs what.
    /// - Nodes and subscriptions are numbered as they first appear. Nodes that nothing names are left out.
    /// - Work that a scheduler ran off the main thread is on a thread named after the scheduler, whichever thread it
    ///   was. Threads of the program's own are `thread 1`, `thread 2` and so on; those of a pool are one, `pool`.
    /// - There are no times, no addresses in values and names, and no folders above the package.
    /// - Where several strands meet, what chance decides has one place: what is disposed hangs below the subscribe that
    ///   began it, what a joint makes of several sources below the joint's, in the order of what it is made of. Events
    ///   that reach nobody are left out where chance decides whether they are sent.
    ///
    /// Two runs still differ where what the program's own closures see does: a sum of concurrent elements, an element that
    /// comes before or after its observer is disposed.
    ///
    /// Scheduled work that happened to run within another call keeps that call as its `parent` only where the parent
    /// stands before it in this order.
    ///
    /// A canonical trace is numbered again, which changes nothing: its calls hang where they are told to, whatever strands
    /// they may be of.
    public func canonical() -> Trace {
        let order = CanonicalOrder(self)
        let numbering = CanonicalNumbering(self, order: order)
        let naming = CanonicalThreads(self, order: order)

        var result = Trace(scenario: scenario, isCanonical: true)
        result.drops = drops
        result.closures = closures
        result.threads = naming.threads
        result.nodes = numbering.nodes.rows.enumerated().map { number, position in
            var node = nodes[position]
            node.id = number + 1
            node.owner = node.owner.flatMap { numbering.nodes.number(named: $0) }
            node.name = node.name.map(StableText.withoutAddresses)
            // Whether the source is at hand is no matter of the run.
            node.variable = nil
            node.site = node.site?.stable
            return node
        }
        result.subscriptions = numbering.subscriptions.rows.enumerated().map { number, position in
            var subscription = subscriptions[position]
            subscription.id = number + 1
            subscription.parent = numbering.parent(of: position).flatMap { numbering.subscriptions.number(of: $0) }
            subscription.node = numbering.nodes.number(named: subscription.node) ?? 0
            subscription.name = subscription.name.map(StableText.withoutAddresses)
            subscription.site = subscription.site?.stable
            if let ended = order.places?.ends[position] { subscription.ended = ended }
            return subscription
        }
        result.calls = order.positions.map { position in
            let call = calls[position]
            // Who let go of it last, and where, is as much a matter of timing.
            let isMovedEnd = call.operation == .deinit && order.isMoved(position)
            return Call(
                id: order.id(of: position), parent: order.parent(of: position).map(order.id),
                cause: order.cause(of: position).map(order.id), origin: order.origin(of: position).map(order.id),
                parts: order.parts(of: position).map(order.id), operation: call.operation,
                node: order.node(of: position).flatMap { numbering.nodes.number(named: $0) },
                thread: naming.thread(of: position),
                type: call.type, label: isMovedEnd ? nil : call.label.map(StableText.withoutAddresses),
                subscription: order.subscription(of: position).flatMap { numbering.subscriptions.number(named: $0) },
                event: call.event.map { Event($0.kind, value: $0.value.map(StableText.withoutAddresses)) },
                site: isMovedEnd ? nil : call.site?.stable)
        }
        return result
    }
}

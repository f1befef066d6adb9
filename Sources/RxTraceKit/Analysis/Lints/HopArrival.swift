/// How an event came to where it is: by the work of a scheduler, in one chain and in what its operators subscribe to.
struct HopArrival {
    /// The work in which it came.
    private(set) var work: ScheduledWork
    /// The subscriptions on its way whose operators subscribed to a part that it came through.
    private(set) var owners: Set<Int> = []
    /// These parts: an inner source of flatMap, a source of merge.
    private(set) var parts: Set<Int> = []
    /// The part in which the scheduler was asked, if the event came through none of that part's own.
    private(set) var bringer: Int?

    /// Nil where the event came in no such work, or through the hands of others.
    init?(of call: Trace.Call, in walk: TraceWalk) {
        guard var chain = call.subscription else { return nil }
        work = ScheduledWork(call: call.id, isSetup: false)
        var isBelowSubject = false
        for frame in walk.callers {
            let call = frame.call
            if call.operation == .invoke {
                guard let work = frame.work, passes(work.subscription, of: chain, in: walk) else { return nil }
                self.work = work
                noteBringer(in: walk)
                return
            }
            let node = walk.node(call.node)
            // The elements of a share, a connectable or a group come from its one source, and nowhere else.
            if isBelowSubject {
                guard let does = node?.behaviors, does.contains(.connects) || does.contains(.groups),
                    let source = call.subscription
                else { return nil }
                chain = source
                isBelowSubject = false
            } else if call.operation == .on, let does = node?.behaviors, does.contains(.connects),
                does.contains(.shares),
                !does.contains(.replays)
            {
                guard let source = call.subscription else { return nil }
                chain = source
            } else if call.operation == .on, let node, node.role == .subject, node.site == nil,
                !node.behaviors.contains(.replays)
            {
                isBelowSubject = true
            } else if call.operation == .on, node?.role == .subject || node?.behaviors.contains(.connects) == true {
                // An observable that replays, or that others may send to.
                return nil
            } else if call.subscription != chain {
                // A source made in the closure of an inner create may send from anywhere another time.
                guard call.operation != .handler, passes(call.subscription, of: chain, in: walk) else { return nil }
            }
        }
        return nil
    }

    /// Takes note of a subscription on the way; false if it is neither that of `chain` nor one that its operators made.
    private mutating func passes(_ subscription: Int?, of chain: Int, in walk: TraceWalk) -> Bool {
        guard let subscription else { return false }
        if subscription == chain { return true }
        guard walk.isPart(subscription, of: chain) else { return false }
        owners.insert(chain)
        parts.insert(subscription)
        return true
    }

    private mutating func noteBringer(in walk: TraceWalk) {
        guard let part = work.subscription, parts.contains(part) || parts.isEmpty else { return }
        if !parts.contains(where: { walk.isPart($0, of: part) }) { bringer = part }
    }
}

extension TraceWalk {
    /// Whether operators of `owner`, or of what they subscribed to, made a subscription.
    func isPart(_ subscription: Int, of owner: Int) -> Bool {
        var part = self.subscription(subscription)?.parent
        while let current = part, current != owner { part = self.subscription(current)?.parent }
        return part == owner
    }
}

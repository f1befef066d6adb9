/// Finds two changes of one value that no hop puts in order: another time, both may read the same value.
struct UnorderedUpdates {
    /// Something that was sent, and the work in which it was.
    struct Sent {
        var call: Trace.Call
        var update: ValueUpdate
        var work: HopWorks.Work?
    }

    /// The last sends of a node, of one work each.
    private var last: [Int: [Sent]] = [:]
    private var updates: [Trace.Site: ValueUpdate?] = [:]
    /// By node, the first pair of sends, and how many there are.
    private(set) var found: [Int: (first: Sent, second: Sent, count: Int)] = [:]

    private var source: HopSource

    /// So many works are kept of a node.
    private static let most = 8

    init(_ text: SourceText) { source = HopSource(text) }

    mutating func note(_ call: Trace.Call, of node: Int, at site: Trace.Site, in walk: TraceWalk) {
        guard !walk.source.isCanonical, call.start != nil, !walk.callers.contains(where: \.isWork),
            let update = update(at: site)
        else { return }
        let sent = Sent(call: call, update: update, work: walk.hopWorks.work(around: call))
        var others = last[node, default: []]
        if let first = others.first(where: { areUnordered($0, sent) }) {
            let known = found[node]
            found[node] = (known?.first ?? first, known?.second ?? sent, (known?.count ?? 0) + 1)
        }
        others.removeAll { $0.work?.id == sent.work?.id && $0.call.thread == sent.call.thread }
        last[node] = (others + [sent]).suffix(Self.most)
    }

    private mutating func update(at site: Trace.Site) -> ValueUpdate? {
        if let known = updates[site] { return known }
        let update = ValueUpdate(at: site, in: source.text)
        updates[site] = .some(update)
        return update
    }

    /// Whether neither of two sends, of which the first came first, had to come first.
    private mutating func areUnordered(_ first: Sent, _ second: Sent) -> Bool {
        if let work = second.work {
            guard work.id != first.work?.id else { return false }
            // What was handed on before the first was sent is not caused by it.
            let isEarlier = work.hop.id < first.call.id
            guard let other = first.work else { return isEarlier && first.call.thread != second.call.thread }
            // Nor is what the first one's maker, without a wait, handed on next.
            return mayOverlap(other, work)
                && (isEarlier || other.hop.thread == work.hop.thread && source.handsOn(other.hop.site, work.hop.site))
        }
        // The thread that handed on the first one's work goes straight on.
        guard let work = first.work, work.hop.thread == second.call.thread, work.thread != second.call.thread else {
            return false
        }
        return source.goesOn(from: work.hop.site, to: second.update)
    }

    /// Whether two works do not wait for each other by being handed to one serial queue, or one actor.
    private mutating func mayOverlap(_ one: HopWorks.Work, _ other: HopWorks.Work) -> Bool {
        guard one.hop.id != other.hop.id else { return false }
        if one.thread != other.thread, one.start < other.end, other.start < one.end { return true }
        let labels = [one.hop.label, other.hop.label]
        if labels.contains(where: { $0 == "Thread" || $0 == "pthread_create" }) { return one.thread != other.thread }
        guard labels.allSatisfy({ $0?.hasPrefix("DispatchQueue.async") == true }) else { return false }
        return source.isGlobal(one.hop.site) || source.isGlobal(other.hop.site)
    }
}

/// The subscriptions that ran the side effect of each source, without those that do what was to be done again.
///
/// Whether one does so depends on what others did before and on their ends: these are noted as they come, for there may be
/// many at once.
struct SideEffectRuns {
    /// One subscription to a source that ran its side effect.
    struct Run {
        /// The connectable or the user's subscription it ran for; the source is no more than once shared in one.
        var isShared: Bool
        var root: Int
        var subscription: Int
        var isSetup: Bool
        var handler: Trace.Call
        /// The observable whose closure ran.
        var observable: Int

        /// The subscription whose end says that what it did is over.
        var base: Int { isShared ? subscription : root }
        /// The subscription whose beginning says when it was asked for.
        var own: Int { isShared || !isSetup ? subscription : root }
    }

    /// The subscribed observable of the user's and, where a closure of its makes observables, which of these.
    struct Source: Hashable {
        var observable: Int
        var made: [Trace.Site] = []
    }

    /// What the runs of a source that are over have in common, by the earliest end of each kind.
    private struct Ended {
        /// Of those that an event led to, by their own end.
        var onEvents: Int?
        /// Those that were disposed, or went on after their subscribe.
        var lasting: Int?
        var sites: [Trace.Site?: Int] = [:]
        /// The earliest, and the earliest of another stretch of code.
        var first: (end: Int, stretch: Stretch)?
        var other: (end: Int, stretch: Stretch)?

        /// Takes a run, as far as it is over.
        mutating func note(_ run: Run, in walk: TraceWalk) {
            if !run.isSetup, let end = walk.facts(of: run.subscription)?.end { onEvents = min(onEvents ?? .max, end) }
            guard let base = walk.facts(of: run.base), let end = base.end else { return }
            if base.isDisposed || !base.endsWithin { lasting = min(lasting ?? .max, end) }
            let site = walk.site(of: run.subscription)
            sites[site] = min(sites[site] ?? .max, end)
            noteStretch(end, base.stretch)
        }

        private mutating func noteStretch(_ end: Int, _ stretch: Stretch) {
            if let first, first.end <= end {
                if first.stretch != stretch, other.map({ end < $0.end }) ?? true { other = (end, stretch) }
            } else {
                if let first, first.stretch != stretch { other = first }
                first = (end, stretch)
            }
        }
    }

    /// The runs for one subscription of the user's, or one connection.
    private struct Alike {
        var isOnEvents = false
        /// The subscriptions that they are parts of, and whether one of the parts has failed.
        var parents: [Int: Bool] = [:]
    }

    private struct Root: Hashable {
        var isShared: Bool
        var root: Int
    }

    private struct Known {
        /// By their numbers.
        var runs: [Int] = []
        var alike: [Root: Alike] = [:]
        var ended = Ended()
    }

    private var all: [Run] = []
    /// By the number of a run, its source.
    private var owners: [Source] = []
    private var known: [Source: Known] = [:]
    /// By the observable whose closure ran, the sources of others that these runs count for.
    private var others: [Int: Set<Source>] = [:]
    /// By a subscription whose end is waited for, the runs.
    private var waiting: [Int: [Int]] = [:]
    private var endCount = 0

    /// The sources, each with its runs.
    var sources: [(source: Source, runs: [Run])] { known.map { ($0.key, $0.value.runs.map { all[$0] }) } }

    /// Adds a run, unless it does again what was to be done again.
    mutating func add(_ run: Run, to source: Source, in walk: TraceWalk) {
        noteEnds(in: walk)
        if let known = known[source], isAlike(run, known, in: walk) || isDoneAgain(run, known.ended, in: walk) {
            return
        }
        all.append(run)
        owners.append(source)
        waiting[run.base, default: []].append(all.count - 1)
        if run.subscription != run.base { waiting[run.subscription, default: []].append(all.count - 1) }
        note(all.count - 1, in: walk)
    }

    /// Notes that an observable was kept: what ran for it before did not run for the closure that made it.
    ///
    /// - Returns: a source that it ran for before; nil for none.
    mutating func keep(_ observable: Int, in walk: TraceWalk) -> Source? {
        guard let sources = others.removeValue(forKey: observable) else { return nil }
        noteEnds(in: walk)
        for source in sources {
            let runs = known.removeValue(forKey: source)?.runs ?? []
            for number in runs where all[number].observable == observable {
                owners[number] = Source(observable: observable)
            }
            for number in runs { note(number, in: walk) }
        }
        return sources.first
    }

    /// Notes a run as one of its source, with its end if that has come.
    private mutating func note(_ number: Int, in walk: TraceWalk) {
        let (run, source) = (all[number], owners[number])
        if source.observable != run.observable { others[run.observable, default: []].insert(source) }
        let row = walk.subscription(run.subscription)
        known[source, default: Known()].runs.append(number)
        let root = Root(isShared: run.isShared, root: run.root)
        var alike = known[source]?.alike.removeValue(forKey: root) ?? Alike()
        alike.isOnEvents = alike.isOnEvents || !run.isSetup
        if let parent = row?.parent {
            let hasFailed = row?.ended == Trace.Event.Kind.error.name
            alike.parents[parent] = alike.parents[parent] == true || hasFailed
        }
        known[source]?.alike[root] = alike
        noteEnd(of: number, in: walk)
    }

    private mutating func noteEnds(in walk: TraceWalk) {
        for row in walk.ended[endCount...] {
            for number in waiting.removeValue(forKey: row) ?? [] { noteEnd(of: number, in: walk) }
        }
        endCount = walk.ended.count
    }

    private mutating func noteEnd(of number: Int, in walk: TraceWalk) {
        known[owners[number]]?.ended.note(all[number], in: walk)
    }

    /// Whether it counts with others for the same subscription of the user's: once for each connection, and once for the
    /// effects of events.
    private func isAlike(_ run: Run, _ known: Known, in walk: TraceWalk) -> Bool {
        guard let alike = known.alike[Root(isShared: run.isShared, root: run.root)] else { return false }
        if run.isShared || !run.isSetup || alike.isOnEvents { return true }
        // An operator may subscribe again on the end of its subscription before: retry after an error, concat.
        guard let parent = walk.subscription(run.subscription)?.parent, let hasFailed = alike.parents[parent] else {
            return false
        }
        return hasFailed
            || walk.facts(of: parent)?.chain.contains { walk.node($0)?.behaviors.contains(.continues) == true } == true
    }

    /// Whether it follows on the end of another in a way that asks for the side effect to run again.
    private func isDoneAgain(_ run: Run, _ ended: Ended, in walk: TraceWalk) -> Bool {
        // The effects of one event come of another cause than those of an earlier one, which ended before.
        if !run.isSetup, let end = ended.onEvents, let now = walk.caller?.outermost, end < now { return true }
        // One that an event led to, as in a flatMapLatest, is done at that time, whenever its chain was set up.
        guard let now = walk.facts(of: run.own) else { return false }
        if ended.lasting ?? .max < now.call || ended.sites[walk.site(of: run.subscription)] ?? .max < now.call {
            return true
        }
        // An action that is done once more, rather than a source that two read side by side.
        let first = ended.first.flatMap { $0.stretch == now.stretch ? ended.other : $0 }
        return first.map { $0.end < now.call } ?? false
    }
}

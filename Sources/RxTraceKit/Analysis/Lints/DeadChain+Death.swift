extension DeadChain {
    /// How an error ended a chain.
    struct Death {
        /// The operator that let the error through.
        var sink: Int
        /// The call with which it did so.
        var call: Int
        var cause: Cause
        /// The observer's subscription.
        var subscription: Int
        /// The sink of a catch below that answers the error, when the chain is over.
        var catcher: Int?
        /// The first element that nobody took, where one is not enough, and its source.
        var late: (call: Trace.Call, source: Int)?
    }

    /// What was wrong.
    enum Cause: String {
        case inner = "the error of its inner source"
        case thrown = "the error its closure throws"
        /// As that of a timeout.
        case own = "an error of its own"

        /// What to do then, where that is not what the rule says of all.
        var remedy: String? {
            switch self {
            case .inner: nil
            case .thrown: "catch the error inside the closure, or use retry"
            case .own: "put retry or a catch that goes on below it, or end the source by take(until:)"
            }
        }
    }

    /// The subscriptions to a subject, of which some ask for the last ones.
    struct LastUses {
        private var all: [(root: Int, call: Int)] = []
        /// How many of them are in the tables of the last call by subscription of the user's and by place.
        private var known = 0
        private var roots: [Int: Int] = [:]
        private var sites: [Trace.Site: Int] = [:]

        mutating func add(_ root: Int, _ call: Int) { all.append((root, call)) }

        /// Whether one came after a call: of a subscription of the user's, or of one at a place.
        mutating func isUsed(since call: Int, by root: Int, at site: Trace.Site?, in walk: TraceWalk) -> Bool {
            for use in all[known...] {
                roots[use.root] = use.call
                if let site = walk.site(of: use.root) { sites[site] = use.call }
            }
            known = all.count
            return roots[root] ?? 0 > call || site.flatMap { sites[$0] } ?? 0 > call
        }
    }

    /// The other sources of an operator, which an error of one ends.
    struct Siblings {
        var joint: Int
        var sources: [Trace.Node]
        /// Whether they are requests like the one that failed, rather than intervals.
        var areAlike = false
    }
}

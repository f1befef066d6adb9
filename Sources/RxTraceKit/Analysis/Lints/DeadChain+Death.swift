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

    /// The other sources of an operator, which an error of one ends.
    struct Siblings {
        var joint: Int
        var sources: [Trace.Node]
        /// Whether they are requests like the one that failed, rather than intervals.
        var areAlike = false
    }
}

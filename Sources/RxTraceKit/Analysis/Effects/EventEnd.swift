/// Where a branch of what became of an event ended.
public enum EventEnd: Sendable, Equatable {
    /// Nobody took it.
    case lost(LostEvent)
    /// An operator left it out; `like` is the call that handed in the element that it equals, `lacking` the sources that had
    /// sent nothing which it needs.
    case dropped(by: Int, like: Int?, lacking: [Source])
    /// An operator kept it to the end of the trace, for want of an element of each of these sources.
    case kept(by: Int, waitingFor: [Source])
    /// An operator kept it until a later one came.
    case replaced(by: Int, call: Int)
    /// An operator keeps it until its source ends.
    case keptToTheEnd(by: Int)
    /// A subject keeps it for those who come later.
    case keptForLater(by: Int)
    /// An operator took the end of one of its sources, and goes on.
    case taken(by: Int)
    /// It reached an observer that has no closure for it.
    case unanswered(subscription: Int?)
    /// The work that was asked for with it had not run.
    case notRun(by: Int?)
    /// The work that was asked for with it never runs: the call gave it up.
    case givenUp(by: Int?, call: Int)

    /// A source of an operator's: the observable it subscribed to, by its node.
    public struct Source: Sendable, Equatable {
        /// The observable's node.
        public var node: Int
        /// Whether it has completed, so that no element of it comes any more.
        public var hasEnded = false
    }
}

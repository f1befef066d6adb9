/// A trace made ready for comparison: its causal tree with everything that chance decides put where every run has it.
///
/// - The calls that other threads began are one sequence per thread, or on the threads of a pool one per call; the
///   sequences have no order.
/// - The events that a join passes on (``Crossings/joins``) stand with the subscription they belong to, without an
///   order: whose event completed a merge, or made a pair for zip, is a matter of timing. So do the events that a drain
///   passes on, in order.
/// - Ticks of a timer that came after their observer had stopped are left out.
/// - In a subscription several strands act in, the disposed objects are a set: who came first to dispose one, and how
///   often, is a matter of timing.
///
/// In a trace of a single strand, everything stands where it was called.
struct ComparedTree {
    /// In its canonical form.
    let trace: Trace
    /// The whole is item 0; the items below another need not follow it.
    var items: ComparedItems
    /// By item, the calls below it that are looked through, each with the number of the child before which it stands.
    var lookedThrough: [Int: [(before: Int, item: Int)]] = [:]
    let links: CallTree
    let nodes: IdentifierIndex
    let subscriptions: IdentifierIndex
    /// The call that introduces each subscription.
    let homes: [Int?]

    /// - Parameters:
    ///   - trace: a trace in its canonical form.
    ///   - comparesSends: whether it matters where the user's code sent an event.
    ///   - labels: takes the labels of the tree's items.
    init(
        _ trace: Trace, ignoring: Set<TraceDifference.Aspect>, comparesSends: Bool, labels: inout ComparedLabels
    ) {
        var maker = ComparedTreeMaker(trace, ignoring: ignoring, comparesSends: comparesSends, labels: labels)
        // Given back below, rather than held twice while it grows.
        labels = ComparedLabels()
        maker.placeAll()
        labels = maker.labels
        self.trace = trace
        items = maker.items
        links = maker.tree
        nodes = maker.nodes
        subscriptions = maker.subscriptions
        homes = maker.homes
    }
}

/// A trace made ready for comparison: the causal tree of its canonical form, in which everything that chance decides has
/// its place already.
///
/// The calls that other threads began are one sequence per thread, or on the threads of a pool one per call; the sequences
/// have no order.
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
    ///   - identities: what tells calls apart, by position, where that is compared.
    ///   - labels: takes the labels of the tree's items.
    init(
        _ trace: Trace, ignoring: Set<TraceDifference.Aspect>, comparesSends: Bool, identities: [Int: String] = [:],
        labels: inout ComparedLabels
    ) {
        var maker = ComparedTreeMaker(
            trace, ignoring: ignoring, comparesSends: comparesSends, identities: identities, labels: labels)
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

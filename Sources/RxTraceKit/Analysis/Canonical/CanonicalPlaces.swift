/// Where each call hangs in the canonical form: where it was called, unless chance decided that.
///
/// - What is disposed of a subscription that several strands act in hangs below the subscribe that began it, each thing
///   once: who came first to dispose it, and how often, is a matter of timing. So does the end of the bag that held it.
/// - What a joint (a zip, a merge) makes of events of several sources hangs below its subscribe: whichever came last made
///   it. What it passes on of one event stays below that event.
/// - A source that had to wait for its turn hangs below the element it was made of, as one that had not.
/// - The steps in which a drain passes events on are one.
/// - Events that reach nobody are left out where chance decides whether they are still sent, and the ticks of a timer
///   that its observer no longer wanted.
///
/// A call is only ever put below one that began before it, so that none hangs below itself.
struct CanonicalPlaces {
    /// The part of its parent's children that a call stands among.
    enum Place: UInt8 {
        /// Calls made in it, in their order.
        case call
        /// Work that it asked for, in its order.
        case work
        /// What a joint makes, or a drain passes on.
        case joint
        /// What is disposed.
        case disposal
        /// Nowhere.
        case leftOut

        /// The parts in their order.
        static let told: [Place] = [.call, .joint, .disposal, .work]
    }

    let trace: Trace
    /// Where the calls hang that are not put elsewhere.
    let tree: CallTree
    let strands: Strands
    let crossings: Crossings
    let nodes: IdentifierIndex
    let subscriptions: IdentifierIndex
    /// The threads of pools, by their ids.
    let pooled: Set<Int>
    /// For each call its parent; that of a root is past the last call.
    private var parents: [Int32]
    private var places: [Place]
    private var isMovedCall: [Bool]
    /// The subscriptions, by position, that other calls are told to belong to than happened to call them.
    private var tellers: [Int: Int] = [:]
    /// For disposals that are told once for several nodes of one kind, these by position, each with the first call that
    /// names it.
    var likes: [Int: [(node: Int, use: Int?)]] = [:]
    /// Why subscriptions ended, by position, where that is not told as it was recorded.
    var ends: [Int: String?] = [:]

    /// nil where no two strands meet, so that every call has its place.
    init?(_ trace: Trace, tree: CallTree) {
        let nodes = IdentifierIndex(trace.nodes)
        let strands = Strands(trace, tree: tree, nodes: nodes)
        // A trace of one strand has nothing that could meet.
        guard let first = strands.ofCall.first, strands.ofCall.contains(where: { $0 != first }) else { return nil }
        let subscriptions = IdentifierIndex(trace.subscriptions)
        let crossings = Crossings(trace, tree: tree, strands: strands, subscriptions: subscriptions)
        let late = LateWork(trace, tree: tree, strands: strands).calls
        guard !crossings.isEmpty || !late.isEmpty else { return nil }
        self.trace = trace
        self.tree = tree
        self.strands = strands
        self.crossings = crossings
        self.nodes = nodes
        self.subscriptions = subscriptions
        pooled = Set(trace.threads.lazy.filter(\.isPooled).map(\.id))
        let count = trace.calls.count
        parents = (0..<count).map { Int32(tree.parent(of: $0) ?? count) }
        places = trace.calls.indices.map { position in
            let isWork = tree.parent(of: position).map { trace.calls[$0].id == trace.calls[position].cause } ?? false
            return isWork ? .work : .call
        }
        isMovedCall = Array(repeating: false, count: count)
        for position in late { leaveOut(position) }
        placeDrains()
        placeJoints()
        placeDisposals()
        let undelivered = undeliveredEvents()
        liftCalls()
        leaveOutMuteEvents(undelivered)
    }

    func parent(of position: Int) -> Int? {
        let parent = Int(parents[position])
        return parent == parents.count ? nil : parent
    }

    func place(of position: Int) -> Place { places[position] }
    func isLeftOut(_ position: Int) -> Bool { places[position] == .leftOut }
    /// Whether a call hangs elsewhere than where it was called.
    func isMoved(_ position: Int) -> Bool { isMovedCall[position] }

    /// The id of the subscription that a call is told to belong to.
    func subscription(of position: Int) -> Int? {
        tellers[position].map { trace.subscriptions[$0].id } ?? trace.calls[position].subscription
    }

    /// The position of a call's subscription.
    func ownSubscription(of position: Int) -> Int? { trace.calls[position].subscription.flatMap { subscriptions[$0] } }

    mutating func leaveOut(_ position: Int) { places[position] = .leftOut }

    /// Hangs a call below one that began before it.
    mutating func put(_ position: Int, below parent: Int, as place: Place) {
        guard parent < position, !isLeftOut(position) else { return }
        // Work that stands among what is disposed is told as called there.
        if Int(parents[position]) != parent || (places[position] == .work) != (place == .work) {
            isMovedCall[position] = true
        }
        parents[position] = Int32(parent)
        places[position] = place
    }

    mutating func tell(_ position: Int, in subscription: Int) { tellers[position] = subscription }

    /// Hangs the calls below those that are left out where these hung.
    private mutating func liftCalls() {
        for position in places.indices {
            guard let above = parent(of: position), isLeftOut(above) else { continue }
            // Parents come first, so that the one above is lifted already.
            parents[position] = parents[above]
            isMovedCall[position] = true
            if places[position] == .work { places[position] = .call }
        }
    }
}

extension CanonicalPlaces {
    /// The tree in which calls hang where these places put them.
    ///
    /// - Complexity: as the tree itself.
    func tree(of called: CallTree) -> CallTree {
        let order = Place.told.lazy.flatMap { told in
            (0..<called.count).lazy.filter { place(of: $0) == told }
        }
        return CallTree(called, isLeftOut: isLeftOut, newParent: parent(of:), inOrder: order)
    }
}

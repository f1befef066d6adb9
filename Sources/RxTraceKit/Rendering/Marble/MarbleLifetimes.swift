/// In which moments of a marble diagram each of its rows was subscribed.
struct MarbleLifetimes {
    private struct Subscribed: Hashable {
        var box: Int
        /// The box of the user's subscription that led to it.
        var root: Int
    }

    private let trace: Trace
    private let departures: SubscriptionDepartures
    private let moments: [Int?]
    /// By position, how many moments have begun before the call.
    private var counts: [Int] = []
    private let boxes: GraphBoxes
    /// The subscribes of a box, each with its subscription: by the position of the call.
    private var subscribes: [Subscribed: [(call: Int, subscription: Int)]] = [:]
    /// The first subscribe of each subscription.
    private var first: [Int: Int] = [:]
    /// The first subscribe of each box, whoever's it was.
    private var shared: [Int: (call: Int, subscription: Int)] = [:]

    /// - Parameter moments: by call, the moment it is in.
    init(_ picture: PicturedTrace, moments: [Int?], boxes: GraphBoxes) {
        trace = picture.trace
        departures = picture.departures
        self.moments = moments
        self.boxes = boxes
        var count = 0
        for (position, call) in trace.calls.enumerated() {
            counts.append(count)
            if let moment = moments[position] { count = max(count, moment + 1) }
            guard call.operation == .subscribe, let subscription = call.subscription else { continue }
            if first[subscription] == nil { first[subscription] = position }
            guard let box = boxes.box(ofNode: call.node) else { continue }
            if shared[box] == nil { shared[box] = (position, subscription) }
            guard let root = boxes.box(ofSubscription: subscription) else { continue }
            let key = Subscribed(box: box, root: root)
            if subscribes[key]?.last?.subscription != subscription {
                subscribes[key, default: []].append((position, subscription))
            }
        }
        counts.append(count)
    }

    /// The moments in which a box was subscribed for a subscription. What has no subscribe of its own is shared with
    /// another, or was subscribed before the recording began or in a call that is left out.
    ///
    /// - Parameter isWhole: for the observer at the end of the chain.
    func lives(of box: Int, in subscription: Int, isWhole: Bool) -> [Marbles.Life] {
        guard let root = boxes.box(ofSubscription: subscription) else { return [] }
        if isWhole { return [life(from: first[subscription], of: subscription, in: subscription, isWhole: true)] }
        if let own = subscribes[Subscribed(box: box, root: root)] {
            return own.map { life(from: $0.call, of: $0.subscription, in: subscription, isWhole: false) }
        }
        let other = shared[box]
        return [life(from: other?.call, of: other?.subscription ?? subscription, in: subscription, isWhole: false)]
    }

    /// - Parameter call: the position of the subscribe; nil where it is missing.
    private func life(from call: Int?, of own: Int, in subscription: Int, isWhole: Bool) -> Marbles.Life {
        var life = Marbles.Life(begin: call.map { moments[$0] ?? counts[$0] } ?? 0)
        guard let ending = departures[own] else { return life }
        let position = position(of: ending.call)
        let within = position < moments.count ? moments[position] : nil
        life.end = within ?? counts[position]
        life.endsBetween = within == nil
        let isShown = Trace.Event.Kind.allCases.contains { $0.name == ending.word }
        let isThatOfAll = departures[subscription].map { $0.call == ending.call && $0.word == ending.word } ?? false
        life.reason = isWhole || isShown || isThatOfAll ? nil : ending.word
        return life
    }

    /// Where a call is, or would be if it were not left out: ids are in order.
    private func position(of id: Int) -> Int { trace.calls.partitioningIndex { $0.id >= id } }
}

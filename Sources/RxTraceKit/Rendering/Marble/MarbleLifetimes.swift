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
    private let sinkNodes: Set<Int>
    /// The subscribes of a box, each with its subscription: by the position of the call.
    private var subscribes: [Subscribed: [(call: Int, subscription: Int)]] = [:]
    /// The sinks of a box that a subscription has had, each with the position of its first disposal, if there is one.
    private var sinks: [Subscribed: [Int: [Int: Int?]]] = [:]
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
        sinkNodes = Set(trace.nodes.lazy.filter { $0.role == .sink }.map(\.id))
        var count = 0
        for (position, call) in trace.calls.enumerated() {
            counts.append(count)
            if let moment = moments[position] { count = max(count, moment + 1) }
            note(call, at: position)
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

    private mutating func note(_ call: Trace.Call, at position: Int) {
        guard let node = call.node, let subscription = call.subscription, sinkNodes.contains(node),
            let box = boxes.box(ofNode: node), let root = boxes.box(ofSubscription: subscription)
        else { return }
        let known = sinks[Subscribed(box: box, root: root)]?[subscription]?[node]
        if let known, known != nil || call.operation != .dispose { return }
        let disposal = call.operation == .dispose ? position : nil
        sinks[Subscribed(box: box, root: root), default: [:]][subscription, default: [:]][node] = .some(disposal)
    }

    /// The position of the call by which the last of a box's sinks was disposed; nil while one is not, or none is known.
    private func disposal(of box: Subscribed, in subscription: Int) -> Int? {
        let disposals = sinks[box]?[subscription]?.values.map { $0 } ?? []
        return disposals.contains { $0 == nil } ? nil : disposals.compactMap { $0 }.max()
    }

    /// The moments in which a box was subscribed for a subscription. What has no subscribe of its own is shared with
    /// another, or was subscribed before the recording began or in a call that is left out.
    ///
    /// - Parameter isWhole: for the observer at the end of the chain.
    func lives(of box: Int, in subscription: Int, isWhole: Bool) -> [Marbles.Life] {
        guard let root = boxes.box(ofSubscription: subscription) else { return [] }
        if isWhole { return [life(from: first[subscription], of: subscription, in: subscription, isWhole: true)] }
        let key = Subscribed(box: box, root: root)
        if let own = subscribes[key] {
            return own.map {
                let end = disposal(of: key, in: $0.subscription)
                return life(from: $0.call, of: $0.subscription, in: subscription, isWhole: false, disposedAt: end)
            }
        }
        let other = shared[box]
        return [life(from: other?.call, of: other?.subscription ?? subscription, in: subscription, isWhole: false)]
    }

    /// - Parameters:
    ///   - call: the position of the subscribe; nil where it is missing.
    ///   - disposal: that by which the box ended, if it did by itself.
    private func life(
        from call: Int?, of own: Int, in subscription: Int, isWhole: Bool, disposedAt disposal: Int? = nil
    ) -> Marbles.Life {
        var life = Marbles.Life(begin: call.map { moments[$0] ?? counts[$0] } ?? 0)
        let departure = departures[own].map { (ending: $0, position: position(of: $0.call)) }
        guard let position = [disposal, departure?.position].compactMap({ $0 }).min() else { return life }
        let within = position < moments.count ? moments[position] : nil
        life.end = within ?? counts[position]
        life.endsBetween = within == nil
        guard let ending = departure?.ending, departure?.position == position else { return life }
        let isShown = Trace.Event.Kind.allCases.contains { $0.name == ending.word }
        let isThatOfAll = departures[subscription].map { $0.call == ending.call && $0.word == ending.word } ?? false
        life.reason = isWhole || isShown || isThatOfAll ? nil : ending.word
        return life
    }

    /// Where a call is, or would be if it were not left out: ids are in order.
    private func position(of id: Int) -> Int { trace.calls.partitioningIndex { $0.id >= id } }
}

/// The boxes of a subscription's marbles: what its events passed, what it subscribed, and the events that went along.
///
/// An operator may serve several subscriptions, each with sources of its own: for this one it has those that it subscribed for
/// it. What shares its source with others has all, for it may be subscribed for another.
struct MarbleChain {
    private struct Part: Hashable {
        var box: Int
        /// The box of the user's subscription that it is looked at for; nil for that of any.
        var root: Int?
    }

    /// A box that another gets events from or subscribed, and for whose subscriptions it did.
    private struct Link {
        var box: Int
        var roots: Set<Int?>
        var calls: [Int] = []

        var parts: [Part] { roots.map { Part(box: box, root: $0) } }
    }

    /// From the observer up.
    private(set) var boxes: [Int]
    /// By the places of the boxes, who sends to whom.
    private(set) var order: [LaneGraph.Edge] = []
    /// By box, the positions of the calls by which its events came to others of the chain.
    private(set) var sent: [Int: Set<Int>] = [:]

    private let ways: MarbleWays
    /// The boxes that send to a sequence which they hand over.
    private var makers: Set<Int> = []
    /// The edges, and the sources with the boxes that subscribed them, that were followed for all subscriptions: once is enough.
    private var followed: Set<[Int]> = []
    private var parts: Set<Part>

    /// - Parameter end: the box of the subscription.
    init(to end: Int, _ ways: MarbleWays) {
        self.ways = ways
        boxes = [end]
        var queue = [Part(box: end, root: end)]
        parts = Set(queue)
        var places = [end: 0]
        var known: Set<[Int]> = []
        var index = 0
        while index < queue.count {
            let (part, place) = (queue[index], places[queue[index].box] ?? 0)
            let links = links(of: part)
            for link in links where !link.calls.isEmpty {
                if ways.isHandedOver(part.box) {
                    makers.insert(link.box)
                } else {
                    sent[link.box, default: []].formUnion(link.calls)
                }
            }
            for next in Set(links.flatMap(\.parts)).sorted(by: { ($0.box, $0.root ?? -1) < ($1.box, $1.root ?? -1) }) {
                if places[next.box] == nil {
                    places[next.box] = boxes.count
                    boxes.append(next.box)
                }
                if parts.insert(next).inserted { queue.append(next) }
                let from = places[next.box] ?? 0
                if known.insert([from, place]).inserted {
                    order.append(LaneGraph.Edge(from: from, to: place, label: ""))
                }
            }
            index += 1
        }
    }

    /// Whether a call that came to a box is about one of the subscriptions that the box is in the chain for.
    func isAbout(_ call: Int, of box: Int) -> Bool {
        guard let root = ways.root(of: call) else { return true }
        return parts.contains(Part(box: box, root: root)) || parts.contains(Part(box: box, root: nil))
    }

    /// The calls by which a box handed on the events of its stream.
    func handedOn(by box: Int) -> Set<Int> {
        var calls = sent[box] ?? []
        let own = calls.filter { ways.isHandedOn($0, by: box) }
        if own.count < calls.count || makers.contains(box) {
            calls = own.union(ways.sent(by: box).filter { isAbout($0, of: box) && ways.isHandedOn($0, by: box) })
        }
        return calls.union(ways.sentInStead(of: box).filter { isAbout($0, of: box) })
    }

    private mutating func links(of part: Part) -> [Link] {
        let edges = (ways.incoming[part.box] ?? []).filter { ways.isSource(ways.sender(of: $0)) }
        let sources = (ways.sources[part.box] ?? []).filter(ways.isSource)
        if let root = part.root, !ways.isShared(part.box) {
            let own = edges.map {
                Link(box: ways.sender(of: $0), roots: [root], calls: ways.calls(of: $0, to: root))
            }
            .filter { !$0.calls.isEmpty }
            let subscribed = sources.filter { ways.isSubscribed($0, for: root) }
                .map { Link(box: $0, roots: [root]) }
            if !own.isEmpty || !subscribed.isEmpty { return own + subscribed }
        }
        var links: [Link] = []
        for edge in edges {
            let own = part.root.map { ways.calls(of: edge, to: $0) } ?? []
            let sender = ways.sender(of: edge)
            if !own.isEmpty {
                links.append(Link(box: sender, roots: [part.root], calls: own))
            } else if followed.insert([edge]).inserted {
                let calls = ways.calls[edge]
                links.append(Link(box: sender, roots: Set(calls.map(ways.rootOfSender)), calls: calls))
            }
        }
        for source in sources {
            if part.root.map({ ways.isSubscribed(source, for: $0) }) ?? !ways.isSubscribed(source) {
                links.append(Link(box: source, roots: [part.root]))
            } else if followed.insert([source, part.box]).inserted {
                links.append(Link(box: source, roots: ways.roots(ofSource: source, of: part.box)))
            }
        }
        return links
    }
}

/// Which boxes a graph has, and which of them stands for each node and each subscription.
///
/// An operator is one box with its sinks and all that the library made for it, and an observer is one with the
/// subscription it was made for: unless the zoom is on the insides. Boxes that are alike are drawn as one.
struct GraphBoxes {
    /// What a box stands for, by position in the trace.
    enum Subject: Hashable {
        case node(Int)
        case subscription(Int)
        /// The program's own code, where no recorded call is around it.
        case code
    }

    struct Box {
        /// The first of those it stands for.
        var subject: Subject
        var count = 1
        /// Whether all that it stands for were made at one place.
        var isOfOnePlace = true
    }

    /// From so many on, boxes of one place in the source are drawn as one.
    static let leastAlike = 4

    private let nodeIndex: IdentifierIndex
    private let subscriptionIndex: IdentifierIndex
    private(set) var boxes: [Box] = []
    /// Whether boxes became one that are alike in their type only.
    private(set) var closesPlaces = false
    /// By the position of each node, and of each subscription, the box it is drawn in.
    private(set) var boxOfNode: [Int?]
    private(set) var boxOfSubscription: [Int?]
    private var isOfUsers: [Bool]
    /// The box of the program's own code, once it is made.
    private(set) var boxOfCode: Int?

    /// By node that is a sequence which an operator hands over, the operator, and which of its sequences it is, from 1: where
    /// such sequences have boxes of their own.
    private(set) var sequences: [Int: (maker: Int, number: Int)] = [:]

    /// - Parameters:
    ///   - limit: above so many boxes, all of one type are drawn as one; without it, each is drawn.
    ///   - separates: whether a sequence that an operator hands over, as `window` does, has a box of its own.
    init(_ trace: Trace, zoom: Zoom, limit: Int?, separates: Bool = false) {
        nodeIndex = IdentifierIndex(trace.nodes)
        subscriptionIndex = IdentifierIndex(trace.subscriptions)
        let homes = SubscriptionHomes(trace, nodes: nodeIndex)
        let subjects = GraphSubjects(
            trace, nodes: nodeIndex, subscriptions: subscriptionIndex, homes: homes, zoom: zoom,
            separates: separates)
        var present: [Subject] = []
        var known: Set<Subject> = []
        for case let subject? in subjects.ofNodes + subjects.ofSubscriptions where known.insert(subject).inserted {
            present.append(subject)
        }
        let groups = GraphLikeness.groups(present, trace, homes, isByTypeOnly: false)
        let count = groups.reduce(0) { $0 + ($1.count < Self.leastAlike ? $1.count : 1) }
        closesPlaces = limit.map { count > $0 } ?? false
        let least = limit == nil ? Int.max : closesPlaces ? 2 : Self.leastAlike
        var boxOfSubject: [Subject: Int] = [:]
        for group in closesPlaces ? GraphLikeness.groups(present, trace, homes, isByTypeOnly: true) : groups {
            let folds = group.count >= least
            for (index, subject) in group.enumerated() {
                if index == 0 || !folds {
                    boxes.append(
                        Box(
                            subject: subject, count: folds ? group.count : 1,
                            isOfOnePlace: !folds || !closesPlaces))
                }
                boxOfSubject[subject] = boxes.count - 1
            }
        }
        boxOfNode = subjects.ofNodes.map { $0.flatMap { boxOfSubject[$0] } }
        boxOfSubscription = subjects.ofSubscriptions.map { $0.flatMap { boxOfSubject[$0] } }
        var counts: [Int: Int] = [:]
        for (node, maker) in subjects.parts.makers.sorted(by: { $0.key < $1.key }) {
            counts[maker, default: 0] += 1
            sequences[node] = (maker, counts[maker] ?? 1)
        }
        isOfUsers = subjects.ofSubscriptions.enumerated().map { $0.element == .subscription($0.offset) }
    }

    /// Whether each box stands for one operator or subscription, as without a limit.
    var areSingle: Bool { !closesPlaces && boxes.allSatisfy { $0.count == 1 } }

    /// The box of the node with this id; nil where it has none.
    func box(ofNode id: Int?) -> Int? { id.flatMap { nodeIndex[$0] }.flatMap { boxOfNode[$0] } }

    /// The box of the subscription with this id, which is that of the user's subscription that led to it; nil where it
    /// has none.
    func box(ofSubscription id: Int?) -> Int? {
        id.flatMap { subscriptionIndex[$0] }.flatMap { boxOfSubscription[$0] }
    }

    /// Whether the subscription with this id has a box of its own.
    func isUsers(_ id: Int) -> Bool { subscriptionIndex[id].map { isOfUsers[$0] } ?? false }

    /// The box of the program's own code, which is made when it is first needed.
    mutating func code() -> Int {
        if let boxOfCode { return boxOfCode }
        boxes.append(Box(subject: .code))
        boxOfCode = boxes.count - 1
        return boxes.count - 1
    }
}

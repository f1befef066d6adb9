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
    }

    /// From so many on, boxes that are alike are drawn as one.
    static let leastAlike = 4

    let nodeIndex: IdentifierIndex
    let subscriptionIndex: IdentifierIndex
    private(set) var boxes: [Box] = []
    /// Whether boxes became one that are alike in their type only.
    private(set) var closesPlaces = false
    private var boxOfNode: [Int]
    private var boxOfSubscription: [Int]
    private var boxOfCode = -1
    /// For each subscription, the one the user made that led to it.
    private var roots: [Int] = []

    private struct Likeness: Hashable {
        var type: String
        var role: Trace.Role
        var name: String?
        var places: [Trace.Site?]
        var state: String?
    }

    init(_ trace: Trace, zoom: Zoom, limit: Int) {
        nodeIndex = IdentifierIndex(trace.nodes)
        subscriptionIndex = IdentifierIndex(trace.subscriptions)
        boxOfNode = Array(repeating: -1, count: trace.nodes.count)
        boxOfSubscription = Array(repeating: -1, count: trace.subscriptions.count)
        let homes = SubscriptionHomes(trace, nodes: nodeIndex)
        for (position, parent) in homes.parents.enumerated() { roots.append(parent < 0 ? position : roots[parent]) }
        let subjects = GraphSubjects(trace, nodes: nodeIndex, homes: homes, roots: roots, zoom: zoom).subjects
        var present: [Subject] = []
        var known: Set<Subject> = []
        for subject in subjects.compactMap({ $0 }) + Set(roots).sorted().map({ .subscription($0) })
        where known.insert(subject).inserted {
            present.append(subject)
        }
        var groups = Self.groups(present, trace, homes, withPlaces: true)
        if groups.reduce(0, { $0 + ($1.count < Self.leastAlike ? $1.count : 1) }) > limit {
            groups = Self.groups(present, trace, homes, withPlaces: false)
            closesPlaces = true
        }
        var boxOfSubject: [Subject: Int] = [:]
        for group in groups {
            let folds = group.count >= (closesPlaces ? 2 : Self.leastAlike)
            for (index, subject) in group.enumerated() {
                if index == 0 || !folds { boxes.append(Box(subject: subject, count: folds ? group.count : 1)) }
                boxOfSubject[subject] = boxes.count - 1
            }
        }
        for (node, subject) in subjects.enumerated() { boxOfNode[node] = subject.flatMap { boxOfSubject[$0] } ?? -1 }
        for (position, root) in roots.enumerated() {
            boxOfSubscription[position] = boxOfSubject[.subscription(root)] ?? -1
        }
    }

    private static func groups(
        _ subjects: [Subject], _ trace: Trace, _ homes: SubscriptionHomes, withPlaces: Bool
    ) -> [[Subject]] {
        var numbers: [Likeness: Int] = [:]
        var groups: [[Subject]] = []
        for subject in subjects {
            let key = likeness(subject, trace, homes, withPlaces: withPlaces)
            let number = numbers[key] ?? groups.count
            if number == groups.count {
                numbers[key] = number
                groups.append([])
            }
            groups[number].append(subject)
        }
        return groups
    }

    private static func likeness(
        _ subject: Subject, _ trace: Trace, _ homes: SubscriptionHomes, withPlaces: Bool
    ) -> Likeness {
        switch subject {
        case .node(let node):
            let one = trace.nodes[node]
            let around = homes.home[node] < 0 ? nil : trace.subscriptions[homes.home[node]].site
            return Likeness(
                type: one.type, role: one.role, name: one.name, places: withPlaces ? [one.site, around] : [])
        case .subscription(let subscription):
            let one = trace.subscriptions[subscription]
            return Likeness(
                type: "", role: .observer, name: one.name, places: [one.site], state: one.ended == nil ? "live" : "")
        case .code: return Likeness(type: "", role: .object, places: [])
        }
    }

    /// The box of the node with this id; nil where it has none.
    func box(ofNode id: Int?) -> Int? {
        id.flatMap { nodeIndex[$0] }.flatMap { boxOfNode[$0] < 0 ? nil : boxOfNode[$0] }
    }

    /// The box of the subscription that the user made and that led to the one with this id.
    func box(ofSubscription id: Int?) -> Int? {
        id.flatMap { subscriptionIndex[$0] }.flatMap { boxOfSubscription[$0] < 0 ? nil : boxOfSubscription[$0] }
    }

    /// The box of the program's own code, which is made when it is first needed.
    mutating func code() -> Int {
        if boxOfCode < 0 {
            boxOfCode = boxes.count
            boxes.append(Box(subject: .code))
        }
        return boxOfCode
    }
}

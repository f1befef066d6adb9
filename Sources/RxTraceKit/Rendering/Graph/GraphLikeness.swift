/// By which boxes of a graph are alike.
struct GraphLikeness: Hashable {
    private var type: String
    private var role: Trace.Role
    private var name: String?
    private var places: [Trace.Site?]
    private var isLive = false
    /// For a box that is like no other.
    private var alone: GraphBoxes.Subject?

    /// The boxes by likeness, in their order.
    ///
    /// - Parameter isByTypeOnly: whether boxes of one type are alike wherever they were made; else only those made at one
    ///   place in the source are.
    static func groups(
        _ subjects: [GraphBoxes.Subject], _ trace: Trace, _ homes: SubscriptionHomes, isByTypeOnly: Bool
    ) -> [[GraphBoxes.Subject]] {
        var numbers: [GraphLikeness: Int] = [:]
        var groups: [[GraphBoxes.Subject]] = []
        for subject in subjects {
            let key = GraphLikeness(subject, trace, homes, isByTypeOnly: isByTypeOnly)
            let number = numbers[key] ?? groups.count
            if number == groups.count {
                numbers[key] = number
                groups.append([])
            }
            groups[number].append(subject)
        }
        return groups
    }

    private init(_ subject: GraphBoxes.Subject, _ trace: Trace, _ homes: SubscriptionHomes, isByTypeOnly: Bool) {
        var site: Trace.Site?
        switch subject {
        case .node(let node):
            let one = trace.nodes[node]
            let around = homes.home[node] < 0 ? nil : trace.subscriptions[homes.home[node]].site
            (type, role, name, site) = (one.type, one.role, one.name, one.site)
            places = isByTypeOnly ? [] : [one.site, around]
        case .subscription(let subscription):
            let one = trace.subscriptions[subscription]
            (type, role, name, site) = ("", .observer, one.name, one.site)
            places = isByTypeOnly ? [] : [one.site]
            isLive = one.ended == nil
        case .code:
            (type, role, places) = ("", .object, [])
        }
        if isByTypeOnly {
            // Names tell objects of one type apart only where there are few.
            if role != .scheduler { name = nil }
        } else if site == nil {
            alone = subject
        }
    }
}

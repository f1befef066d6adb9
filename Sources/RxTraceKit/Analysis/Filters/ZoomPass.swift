/// Decides for calls that come by in order which of them a ``Zoom`` shows.
struct ZoomPass {
    /// The facts of a call that have to be remembered for those below it.
    private struct Facts: OptionSet {
        let rawValue: UInt8
        /// The calls right below are the user's code.
        static let isUserCode = Facts(rawValue: 1)
        static let isSchedule = Facts(rawValue: 2)
        /// A schedule whose work is a closure of the user's.
        static let schedulesUserCode = Facts(rawValue: 4)
        static let isHandler = Facts(rawValue: 8)
    }

    private let nodes: TraceTable<Trace.Node>
    private let roles: [Trace.Role]
    private let isTrampoline: [Bool]
    private let isInside: [Bool]
    private let zoom: Zoom
    private var rule: ZoomRule
    private var facts: [Facts] = []
    /// By the position of each schedule, its scheduler.
    private var schedulers = SparseCallValues<Int?>()
    private let hops: Set<Int>
    /// The position of the schedule that the last call is, or the work of; nil for any other call.
    private(set) var schedule: Int?

    init(_ source: any TraceSource, zoom: Zoom) throws {
        self.init(source, zoom: zoom, hops: zoom == .user ? try Self.hops(of: source) : [])
    }

    /// - Parameter hops: the positions of the schedules that are hops, as ``hops(of:)`` finds them.
    init(_ source: any TraceSource, zoom: Zoom, hops: Set<Int>) {
        nodes = source.nodes
        roles = nodes.map(\.role)
        isTrampoline = nodes.map { $0.behaviors.contains(.stays) }
        isInside = nodes.map { $0.behaviors.contains(.inside) }
        self.zoom = zoom
        rule = ZoomRule(zoom)
        facts.reserveCapacity(source.callCount)
        self.hops = hops
    }

    mutating func shows(_ call: Trace.Call, at position: Int, above: Int?) -> Bool {
        let around = above.map { facts[$0] } ?? [.isUserCode]
        var own: Facts = []
        var isHop = false
        var named = call.node
        schedule = nil
        if zoom == .user, isOwnCode(call) {
            facts.append(own)
            return false
        }
        switch call.operation {
        case .schedule:
            own = .isSchedule
            if above == nil || around.contains(.isHandler) { own.insert(.schedulesUserCode) }
            schedulers.append(call.node, at: position)
            schedule = position
            isHop = hops.contains(position)
        case .invoke:
            if around.contains(.schedulesUserCode) { own = .isUserCode }
            if call.isWorkOfHop { (own, isHop) = ([.isUserCode, .isHandler], true) }
            if let above, let scheduler = schedulers[above] {
                named = scheduler ?? call.node
                schedule = above
                isHop = hops.contains(above)
            }
        default: if call.operation.isUserCode { own = [.isUserCode, .isHandler] }
        }
        facts.append(own)
        let node = named.flatMap { nodes.position(of: $0) }
        return rule.shows(
            call, role: node.map { roles[$0] }, isTrampoline: node.map { isTrampoline[$0] } ?? false,
            isFromUser: around.contains(.isUserCode), isHop: isHop)
    }

    /// Whether the library makes the call's node, or runs a closure of its own there.
    private func isOwnCode(_ call: Trace.Call) -> Bool {
        guard call.operation == .create || call.operation == .handler else { return false }
        return call.node.flatMap { nodes.position(of: $0) }.map { isInside[$0] } ?? false
    }
}

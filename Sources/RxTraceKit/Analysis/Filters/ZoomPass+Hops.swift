extension ZoomPass {
    /// The positions of the schedules that lie between the code that sent and the code that received: those whose work
    /// ran on another thread, and those by which an operator handed on an event, or a subscribe, that reached the user's
    /// code later on the same thread, as on virtual time.
    static func hops(of source: any TraceSource) throws -> Set<Int> {
        var search = HopsToUser(source)
        var positions = CallPositions()
        try source.forEachCall { call in
            let position = positions.append(call.id)
            search.add(call, at: position, above: positions.above(call))
        }
        return search.hops
    }
}

/// Goes through the calls of a trace for ``ZoomPass/hops(of:)``.
struct HopsToUser {
    private struct Schedule {
        var thread: Int
        /// Whether it is neither the user's own, nor the next turn of work that schedules itself again, nor put in order
        /// on the thread that asks for it.
        var handsOn: Bool
    }

    private struct Facts: OptionSet {
        let rawValue: UInt8
        /// It is a part of scheduled work, before that has handed on an event or reached the user's code.
        static let isTurn = Facts(rawValue: 1)
        static let isUserCode = Facts(rawValue: 2)
    }

    private(set) var hops: Set<Int> = []
    private let nodes: TraceTable<Trace.Node>
    private let stays: [Bool]
    private var schedules = SparseCallValues<Schedule>()
    private var facts: [Facts] = []
    /// For each call, the position plus one of the nearest schedule around it that hands on; 0 where there is none.
    private var around: [UInt32] = []

    init(_ source: any TraceSource) {
        nodes = source.nodes
        stays = nodes.map { $0.behaviors.contains(.stays) }
        facts.reserveCapacity(source.callCount)
        around.reserveCapacity(source.callCount)
    }

    mutating func add(_ call: Trace.Call, at position: Int, above: Int?) {
        var own = above.map { facts[$0] } ?? .isUserCode
        var schedule = above.map { around[$0] } ?? 0
        switch call.operation {
        case .schedule:
            let isInPlace = call.node.flatMap { nodes.position(of: $0) }.map { stays[$0] } ?? false
            let handsOn = own.isEmpty && !isInPlace
            schedules.append(Schedule(thread: call.thread, handsOn: handsOn), at: position)
            own.remove(.isUserCode)
        case .invoke:
            if let above, let asked = schedules[above] {
                if asked.thread != call.thread { hops.insert(above) }
                if asked.handsOn, call.parent != call.cause { schedule = UInt32(above) + 1 }
            }
            own = .isTurn
        case _ where call.operation.isUserCode:
            own = .isUserCode
            while schedule > 0, hops.insert(Int(schedule) - 1).inserted { schedule = around[Int(schedule) - 1] }
        default: if call.operation.hasEvent || own.contains(.isUserCode) { own = [] }
        }
        facts.append(own)
        around.append(schedule)
    }
}

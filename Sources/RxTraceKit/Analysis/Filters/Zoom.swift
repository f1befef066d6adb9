/// How closely a rendering looks at the calls.
public enum Zoom: String, Sendable, CaseIterable {
    /// The calls that the user's code made and those that reached it: its creates, subscribes, events and disposals,
    /// its closures and marks, and the hops between those: work on another thread, or later on the same one.
    case user
    /// The operators as well, without the machinery inside them.
    case operators
    /// Every recorded call.
    case internals
}

/// Decides, from the root of the causal tree downwards, which calls a ``Zoom`` shows.
struct ZoomRule {
    /// A disposal that adds nothing an operator's reader would miss: every node is disposed once.
    private var disposed: Set<Int> = []
    private let zoom: Zoom

    init(_ zoom: Zoom) {
        self.zoom = zoom
    }

    /// Whether `call` shows.
    ///
    /// - Parameters:
    ///   - role: the role of the node it names; for an invoke, of the scheduler that ran it.
    ///   - isTrampoline: whether that node only puts work in order on the thread that asks for it: machinery, not a hop.
    ///   - isFromUser: whether the user's code made the call, rather than an operator.
    ///   - isHop: whether it is a schedule between the user's code and the user's code, or its work.
    mutating func shows(
        _ call: Trace.Call, role: Trace.Role?, isTrampoline: Bool, isFromUser: Bool, isHop: Bool
    ) -> Bool {
        switch zoom {
        case .internals: return true
        case .operators: return isOperators(call, role: role, isTrampoline: isTrampoline, isFromUser: isFromUser)
        case .user:
            return call.operation.isUserCode || isHop || isFromUser && call.operation.row.visibility == .user
        }
    }

    private mutating func isOperators(
        _ call: Trace.Call, role: Trace.Role?, isTrampoline: Bool, isFromUser: Bool
    ) -> Bool {
        if call.operation.row.visibility == .internals { return false }
        switch call.operation {
        case .run: return role != .sink
        // The struct around a sink hands the event to the sink's own `on`, which shows.
        case .on: return call.type == nil || role != .sink
        case .schedule, .invoke: return !isTrampoline
        case .dispose:
            if !isFromUser, role == .disposable || role == .item { return false }
            guard let node = call.node else { return true }
            return disposed.insert(node).inserted
        default: return true
        }
    }
}

/// Whose code made each node, as the calls of a trace go by: an operator makes subjects and observables for itself.
struct NodeMakers {
    /// By node, that in whose call it was made; what a closure of the user's made is not there, nor what has a place.
    private var makers: [Int: Int] = [:]

    /// Whether a part is that of something which an operator makes for itself, and which may make such things.
    static func areMade(_ role: Trace.Role) -> Bool {
        role == .subject || role == .observable || role == .connectable
    }

    /// Takes a call that makes a node, and the call around it.
    mutating func note(_ create: Trace.Call, _ caller: OpenCalls.Frame?) {
        guard let node = create.node, let caller, create.parent != nil, create.site == nil else { return }
        switch caller.call.operation {
        case .handler: break
        case .invoke: makers[node] = caller.work?.askedBy
        default: makers[node] = caller.call.node
        }
    }

    /// The node in whose code another was made.
    func maker(of node: Int) -> Int? { makers[node] }
}

/// The order in which a golden trace tells calls: below each call first those made in it, then the work it asked for.
struct GoldenTree {
    /// The positions of the calls that hang below none.
    private(set) var roots: [Int] = []
    private var made: [[Int]]
    private var asked: [[Int]]
    private var parents: [Int?]
    private let index: IdentifierIndex

    init(_ trace: Trace) {
        let calls = trace.calls
        index = IdentifierIndex(calls)
        made = Array(repeating: [], count: calls.count)
        asked = made
        parents = Array(repeating: nil, count: calls.count)
        for (position, call) in calls.enumerated() {
            let cause = earlier(call.cause, than: call)
            guard let above = cause ?? earlier(call.parent, than: call) else {
                roots.append(position)
                continue
            }
            parents[position] = above
            if cause == nil { made[above].append(position) } else { asked[above].append(position) }
        }
    }

    /// A link to a later call, which no recording has, could close a circle.
    private func earlier(_ id: Int?, than call: Trace.Call) -> Int? {
        id.flatMap { $0 < call.id ? index[$0] : nil }
    }

    func position(of id: Int) -> Int? { index[id] }
    func above(_ position: Int) -> Int? { parents[position] }
    func calls(in position: Int) -> [Int] { made[position] }
    func works(of position: Int) -> [Int] { asked[position] }

    /// All calls, each followed by those below it.
    var order: [Int] {
        var order: [Int] = []
        var waiting = Array(roots.reversed())
        while let next = waiting.popLast() {
            order.append(next)
            waiting += asked[next].reversed()
            waiting += made[next].reversed()
        }
        return order
    }

    // MARK: What goes without saying

    static let mainThread = Trace.Thread(id: 0, name: "main")

    /// How often work runs that a call asks for: once, unless it runs at once, in the call.
    static func usualWorks(of operation: Trace.Operation, hasCalls: Bool) -> Int {
        operation.asksForWork && !hasCalls ? 1 : 0
    }

    /// The roles, by their words.
    static let roles = Dictionary(uniqueKeysWithValues: Trace.Role.allCases.map { ($0.name, $0) })

    /// Whether an object of a role is one subscription's.
    static func hasHome(_ role: Trace.Role) -> Bool {
        switch role {
        case .sink, .observer, .disposable, .item: true
        default: false
        }
    }
}

/// The calls of a page as columns of numbers. Links to other calls are distances back, and 0 says that there is none.
struct PageCalls {
    private(set) var columns: [(name: StaticString, values: [Int32])]
    /// Nanoseconds since the call before; empty for a trace without times.
    private(set) var starts: [Int64] = []
    /// For each call that hands on an element made of several: its position, and the distances back to the calls that
    /// handed these in.
    private(set) var parts: [[Int]] = []
    /// For each call that returned or was handed a disposable: the distance from the one before, and the node's position.
    private(set) var disposables: [Int] = []
    private var lastWithDisposable = 0
    /// Nanoseconds plus one; 0 for a call that had not returned.
    private(set) var durations: [UInt64] = []
    private(set) var isCut = false
    /// Of the nodes and of the subscriptions, how many there are up to the last that a call names.
    private(set) var nodeCount = 0
    private(set) var subscriptionCount = 0
    private let nodes: TraceTable<Trace.Node>
    private let subscriptions: TraceTable<Trace.Subscription>
    private let threads: TraceTable<Trace.Thread>
    private var positions = CallPositions()
    private let limit: Int
    private var lastStart: UInt64 = 0
    private var levels: PageLevels

    private enum Column: Int, CaseIterable {
        case id, parent, cause, origin, operation, node, thread, type, label, subscription, kind, value, file, line
        case level
    }

    private static let names: [StaticString] = [
        "id", "parent", "cause", "origin", "operation", "node", "thread", "type", "label", "subscription", "kind",
        "value", "file", "line", "level",
    ]

    init(_ source: any TraceSource, limit: Int) {
        self.limit = limit
        (nodes, subscriptions, threads) = (source.nodes, source.subscriptions, source.threads)
        columns = Self.names.map { ($0, []) }
        let count = min(limit, source.callCount)
        for index in columns.indices { columns[index].values.reserveCapacity(count) }
        levels = PageLevels(source)
    }

    var count: Int { columns[0].values.count }

    /// The position of a call in the page; nil where the page does not have it.
    func position(of id: Int?) -> Int? { id.flatMap { positions[$0] }.flatMap { $0 < count ? $0 : nil } }

    /// Takes the next call; false where the page has as many as it may.
    mutating func add(_ call: Trace.Call, words: inout PageWords) -> Bool {
        let position = positions.append(call.id)
        let above = positions.above(call)
        let level = levels.level(of: call, at: position, above: above, isInPage: position < limit)
        guard position < limit else {
            isCut = true
            return false
        }
        set(.id, Int32(truncatingIfNeeded: call.id))
        set(.parent, distance(from: position, to: call.parent))
        set(.cause, distance(from: position, to: call.cause))
        set(.origin, distance(from: position, to: call.origin))
        let ids = call.parts
        if !ids.isEmpty {
            let parts = ids.map { Int(distance(from: position, to: $0)) }.filter { $0 > 0 }
            if !parts.isEmpty { self.parts.append([position] + parts) }
        }
        set(.operation, Int32(call.operation.rawValue))
        let node = Self.row(nodes, call.node)
        let subscription = Self.row(subscriptions, call.subscription)
        let disposable = Self.row(nodes, call.disposable)
        if disposable > 0 {
            disposables += [position - lastWithDisposable, Int(disposable) - 1]
            lastWithDisposable = position
        }
        nodeCount = max(nodeCount, Int(max(node, disposable)))
        subscriptionCount = max(subscriptionCount, Int(subscription))
        set(.node, node)
        set(.thread, threads.position(of: call.thread).map { Int32($0) } ?? 0)
        set(.type, words.number(of: call.type))
        set(.label, words.number(of: call.label))
        set(.subscription, subscription)
        set(.kind, call.eventKind.map { Int32($0.rawValue) + 1 } ?? 0)
        set(.value, words.number(of: call.eventValue))
        let site = call.site
        set(.file, words.number(of: site?.file))
        set(.line, Int32(truncatingIfNeeded: site?.line ?? 0))
        set(.level, level)
        addTime(call)
        return true
    }

    /// Says that all calls have come by.
    mutating func finish() {
        let place = Column.level.rawValue
        levels.forEachLateHop { columns[place].values[$0] = PageLevels.levelOfHop(columns[place].values[$0]) }
    }

    /// The distance back to another call, by its id; 0 for none.
    private func distance(from position: Int, to id: Int?) -> Int32 {
        guard let other = id.flatMap({ positions[$0] }), other < position else { return 0 }
        return Int32(position - other)
    }

    private mutating func set(_ column: Column, _ value: Int32) { columns[column.rawValue].values.append(value) }

    /// The position of a row plus one; 0 for none.
    private static func row<Row>(_ table: TraceTable<Row>, _ id: Int?) -> Int32 {
        id.flatMap { table.position(of: $0) }.map { Int32($0) + 1 } ?? 0
    }

    private mutating func addTime(_ call: Trace.Call) {
        guard let start = call.start, count == starts.count + 1 else { return }
        starts.append(Int64(bitPattern: start &- lastStart))
        lastStart = start
        durations.append(call.duration.map { $0 &+ 1 } ?? 0)
    }
}

/// At which zooms each call shows: 0 at all, 1 at those of operators and internals, 2 at that of internals, 3 at those of
/// the user's code and internals.
private struct PageLevels {
    private var userPass: ZoomPass
    private var operatorPass: ZoomPass
    private var search: HopsToUser
    /// The calls that show the user's code only if a schedule is a hop, which a later call may make it.
    private var waiting: [(position: Int32, schedule: Int32)] = []

    init(_ source: any TraceSource) {
        userPass = ZoomPass(source, zoom: .user, hops: [])
        operatorPass = ZoomPass(source, zoom: .operators, hops: [])
        search = HopsToUser(source)
    }

    mutating func level(of call: Trace.Call, at position: Int, above: Int?, isInPage: Bool) -> Int32 {
        search.add(call, at: position, above: above)
        guard isInPage else { return 0 }
        let isUser = userPass.shows(call, at: position, above: above)
        let isOperator = operatorPass.shows(call, at: position, above: above)
        if !isUser, let schedule = userPass.schedule { waiting.append((Int32(position), Int32(schedule))) }
        return Self.level(isUser: isUser, isOperator: isOperator)
    }

    /// The level of a call that turned out to show the user's code, by the one it was given.
    static func levelOfHop(_ level: Int32) -> Int32 { self.level(isUser: true, isOperator: level == 1) }

    private static func level(isUser: Bool, isOperator: Bool) -> Int32 {
        isUser ? (isOperator ? 0 : 3) : isOperator ? 1 : 2
    }

    /// Gives the positions of those calls to `body` that turned out to show the user's code.
    func forEachLateHop(_ body: (Int) -> Void) {
        for call in waiting where search.hops.contains(Int(call.schedule)) { body(Int(call.position)) }
    }
}

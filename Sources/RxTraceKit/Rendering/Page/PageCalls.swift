/// The calls of a page as columns of numbers. Links to other calls are distances back, and 0 says that there is none.
struct PageCalls {
    private(set) var columns: [(name: StaticString, values: [Int32])]
    /// Nanoseconds since the call before; empty for a trace without times.
    private(set) var starts: [Int64] = []
    /// For each call that hands on an element made of several: its position, and the distances back to the calls that
    /// handed these in.
    private(set) var parts: [[Int]] = []
    /// Nanoseconds plus one; 0 for a call that had not returned.
    private(set) var durations: [UInt64] = []
    private(set) var isCut = false
    /// Of the nodes and of the subscriptions, how many there are up to the last that a call names.
    private(set) var nodeCount = 0
    private(set) var subscriptionCount = 0
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

    init(_ source: any TraceSource, limit: Int) throws {
        self.limit = limit
        columns = Self.names.map { ($0, []) }
        let count = min(limit, source.callCount)
        for index in columns.indices { columns[index].values.reserveCapacity(count) }
        levels = try PageLevels(source)
    }

    var count: Int { columns[0].values.count }

    /// The position of a call in the page; nil where the page does not have it.
    func position(of id: Int?) -> Int? { id.flatMap { positions[$0] } }

    /// Takes the next call; false where the page has as many as it may.
    mutating func add(_ call: Trace.Call, in source: any TraceSource, words: inout PageWords) -> Bool {
        guard count < limit else {
            isCut = true
            return false
        }
        let position = positions.append(call.id)
        let above = positions.above(call)
        func link(_ id: Int?) -> Int32 {
            guard let other = id.flatMap({ positions[$0] }), other < position else { return 0 }
            return Int32(position - other)
        }
        set(.id, Int32(truncatingIfNeeded: call.id))
        set(.parent, link(call.parent))
        set(.cause, link(call.cause))
        set(.origin, link(call.origin))
        let parts = call.parts.map { Int(link($0)) }.filter { $0 > 0 }
        if !parts.isEmpty { self.parts.append([position] + parts) }
        set(.operation, Int32(call.operation.rawValue))
        let node = Self.row(source.nodes, call.node)
        let subscription = Self.row(source.subscriptions, call.subscription)
        nodeCount = max(nodeCount, Int(node))
        subscriptionCount = max(subscriptionCount, Int(subscription))
        set(.node, node)
        set(.thread, source.threads.position(of: call.thread).map { Int32($0) } ?? 0)
        set(.type, words.number(of: call.type))
        set(.label, words.number(of: call.label))
        set(.subscription, subscription)
        set(.kind, call.event.map { Int32($0.kind.rawValue) + 1 } ?? 0)
        set(.value, words.number(of: call.event?.value))
        set(.file, words.number(of: call.site?.file))
        set(.line, Int32(truncatingIfNeeded: call.site?.line ?? 0))
        set(.level, levels.level(of: call, at: position, above: above))
        addTime(call)
        return true
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

/// At which zoom each call begins to show: 0 for the user's code, 1 for operators, 2 for internals.
private struct PageLevels {
    private var user: ZoomPass
    private var operators: ZoomPass

    init(_ source: any TraceSource) throws {
        user = try ZoomPass(source, zoom: .user)
        operators = try ZoomPass(source, zoom: .operators)
    }

    mutating func level(of call: Trace.Call, at position: Int, above: Int?) -> Int32 {
        let isUser = user.shows(call, at: position, above: above)
        let isOperator = operators.shows(call, at: position, above: above)
        return isUser ? 0 : isOperator ? 1 : 2
    }
}

/// The tree that is drawn of a trace: its causal tree, with rows that repeat each other folded into one.
///
/// Calls are taken one by one, and memory grows with what is drawn. A tree of up to ``limit`` rows is folded when it is
/// whole, by all that its rows are above: siblings that follow each other and read the same with everything below them,
/// and rounds of siblings that do. A longer one is folded each time it has grown by so many rows, by what calls did at
/// once: the work they scheduled then hangs below the first of them, counted over all.
///
/// Work hangs below the `schedule` that asked for it, with one exception: where work schedules its next turn on its own
/// scheduler, the turns follow each other at one level, or a loop of a thousand turns would be indented a thousand times.
struct FoldedTree {
    static let limit = 1 << 16
    /// The row that all others are below; it is not drawn.
    static let root: Int32 = 0

    var rows: [TreeRow]
    let folds: Bool
    var shapes: TreeShapes
    private(set) var places: RowPlaces
    private let source: any TraceSource
    private var free: [Int32] = []
    private var limit = FoldedTree.limit
    private var hasOutgrown = false
    /// For each thread, the running calls and their rows.
    private var running: [Int: [(call: Int, row: Int32)]] = [:]
    private var introduced: [Bool]
    private var created: [Bool]

    init(_ source: any TraceSource, folds: Bool = true) throws {
        self.source = source
        self.folds = folds
        shapes = TreeShapes(source)
        places = RowPlaces(capacity: source.callCount)
        introduced = Array(repeating: false, count: source.subscriptions.count)
        created = Array(repeating: false, count: source.nodes.count)
        rows = [
            TreeRow(
                call: Trace.Call(id: .min, operation: .run), position: 0, flags: [.isOpen], parent: TreeRow.none)
        ]
        try source.forEachCall { add($0) }
        guard folds else { return }
        for stack in running.values { for one in stack { rows[Int(one.row)].flags.remove(.isOpen) } }
        running = [:]
        if hasOutgrown {
            // What the first round gathers below one row, the second folds.
            fold(byWork: false)
            fold(byWork: false)
        } else {
            fold(byWork: true)
        }
    }

    private mutating func add(_ call: Trace.Call) {
        if rows.count == 1 { rows[0].call.thread = call.thread }
        let position = places.enter(call)
        var stack = running.removeValue(forKey: call.thread) ?? []
        while let last = stack.last, last.call != call.parent {
            rows[Int(last.row)].flags.remove(.isOpen)
            stack.removeLast()
        }
        var flags: TreeRow.Flags = [.isOpen]
        var above = Self.root
        if let cause = places.row(of: call.cause, before: call) {
            above = cause
            flags.insert(.isWork)
            if call.parent == nil { flags.insert(.isApart) }
        } else if let last = stack.last {
            above = last.row
        } else if let parent = places.row(of: call.parent, before: call) {
            above = parent
        }
        let row = insert(call, at: position, above: above, flags: flags)
        stack.append((call.id, row))
        running[call.thread] = stack
        if folds, rows.count - free.count > limit {
            hasOutgrown = true
            fold(byWork: false)
            limit = max(Self.limit, 2 * (rows.count - free.count))
        }
    }

    private mutating func insert(_ call: Trace.Call, at position: Int, above: Int32, flags: TreeRow.Flags) -> Int32 {
        var row = TreeRow(call: call, position: UInt32(position), flags: flags, parent: above)
        row.lastSubscription = call.subscription
        let upper = rows[Int(above)]
        row.turn = upper.call.operation == .invoke && above != Self.root ? above : upper.turn
        if call.operation == .invoke, flags.contains(.isWork), upper.call.operation == .schedule {
            row.flags.insert(.isScheduled)
            row.scheduler = upper.call.node
            rows[Int(above)].works += 1
            if upper.firstWork == nil { rows[Int(above)].firstWork = (call.id, call.thread) }
            if upper.turn != TreeRow.none, let node = upper.call.node, rows[Int(upper.turn)].scheduler == node {
                row.parent = rows[Int(upper.turn)].parent
                while rows[Int(row.parent)].flags.contains(.isRound) { row.parent = rows[Int(row.parent)].parent }
                row.turn = rows[Int(row.parent)].turn
            }
        }
        if call.thread != rows[Int(row.parent)].call.thread { row.flags.insert(.changesThread) }
        if isIntroduction(call) { row.flags.insert(.introduces) }
        if folds { row.key = shapes.key(of: call, flags: row.flags) }
        let slot = place(row)
        places.set(slot, at: position)
        return slot
    }

    private mutating func isIntroduction(_ call: Trace.Call) -> Bool {
        if call.operation == .subscribe {
            guard let position = call.subscription.flatMap({ source.subscriptions.position(of: $0) }),
                !introduced[position]
            else { return false }
            introduced[position] = true
            return true
        }
        guard call.operation == .create, let position = call.node.flatMap({ source.nodes.position(of: $0) }),
            !created[position]
        else { return false }
        created[position] = true
        return true
    }

    /// Puts a row at the end of its parent's children, calls before work.
    private mutating func place(_ row: TreeRow) -> Int32 {
        let slot: Int32
        if let recycled = free.popLast() {
            slot = recycled
            rows[Int(slot)] = row
        } else {
            slot = Int32(rows.count)
            rows.append(row)
        }
        let parent = Int(row.parent)
        let last = rows[parent].lastChild
        if last != TreeRow.none, !row.flags.contains(.isWork), rows[Int(last)].flags.contains(.isWork),
            row.parent != Self.root
        {
            insertBeforeWork(slot, below: parent)
        } else {
            append(slot, below: row.parent)
        }
        return slot
    }

    private mutating func insertBeforeWork(_ slot: Int32, below parent: Int) {
        var before = TreeRow.none
        var child = rows[parent].firstChild
        while child != TreeRow.none, !rows[Int(child)].flags.contains(.isWork) {
            before = child
            child = rows[Int(child)].next
        }
        rows[Int(slot)].next = child
        if before == TreeRow.none { rows[parent].firstChild = slot } else { rows[Int(before)].next = slot }
    }

    mutating func append(_ slot: Int32, below parent: Int32) {
        let last = rows[Int(parent)].lastChild
        rows[Int(slot)].parent = parent
        rows[Int(slot)].next = TreeRow.none
        rows[Int(parent)].lastChild = slot
        if last == TreeRow.none { rows[Int(parent)].firstChild = slot } else { rows[Int(last)].next = slot }
    }

    /// Makes room for a row that stands for no call.
    mutating func addRound(_ row: TreeRow) -> Int32 {
        if let recycled = free.popLast() {
            rows[Int(recycled)] = row
            return recycled
        }
        rows.append(row)
        return Int32(rows.count - 1)
    }

    /// Gives up a row for which `other` stands from now on.
    mutating func release(_ slot: Int32, for other: Int32) {
        if !rows[Int(slot)].flags.contains(.isRound) {
            places.forward(Int(rows[Int(slot)].position), to: Int(rows[Int(other)].position))
        }
        rows[Int(slot)].call = rows[0].call
        rows[Int(slot)].lastValue = nil
        free.append(slot)
    }

    func children(of row: Int32) -> [Int32] {
        var children: [Int32] = []
        var child = rows[Int(row)].firstChild
        while child != TreeRow.none {
            children.append(child)
            child = rows[Int(child)].next
        }
        return children
    }
}

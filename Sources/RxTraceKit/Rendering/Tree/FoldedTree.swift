/// The tree that is drawn of a trace: its causal tree, with rows that repeat each other folded into one.
///
/// Calls are taken one by one, and memory grows with the drawn rows. A tree of up to ``limit`` rows is folded when it
/// is whole, by all that its rows are above: siblings that follow each other and read the same with everything below
/// them, and rounds of siblings that do. A longer one is folded there, and again each time it has grown by some, by the
/// calls made at once: the work they scheduled then hangs below the first of them, counted over all.
///
/// Work hangs below the `schedule` that asked for it, with one exception: where work schedules its next turn on its own
/// scheduler, the turns follow each other at one level, or a loop of a thousand turns would be indented a thousand times.
struct FoldedTree {
    static let limit = 1 << 15
    /// The rows that a longer tree gets before it is folded again: few enough to stay near the processor.
    private static let laterLimit = 1 << 12
    /// The row that all others are below; it is not drawn.
    static let root: Int32 = 0

    var rows: [TreeRow]
    var links: [TreeLink]
    let folds: Bool
    var shapes: TreeShapes
    private(set) var places: RowPlaces
    private let nodes: TraceTable<Trace.Node>
    private let subscriptions: TraceTable<Trace.Subscription>
    /// The source, where its calls come in the order of their causes rather than of time, and some are not shown.
    private let untimed: FilteredTrace?
    private var free = FreeRows()
    private var limit = FoldedTree.limit
    private var hasOutgrown = false
    /// The rows of the calls that run.
    private var running = RunningCalls<Int32>()
    private var introduced: [Bool]
    private var created: [Bool]
    /// The nodes that rows have named.
    private var named: [Bool]
    /// The events that went nowhere and have no row yet.
    private var losses = PendingLosses()
    /// Nil where calls do not come in the order of their times.
    private var sends: OverlappingSends?

    init(_ source: any TraceSource, names: NodeNames, folds: Bool = true) throws {
        nodes = source.nodes
        subscriptions = source.subscriptions
        self.folds = folds
        untimed = source.isCanonical ? source as? FilteredTrace : nil
        shapes = TreeShapes(source, names: names)
        places = RowPlaces(source)
        introduced = Array(repeating: false, count: subscriptions.count)
        created = Array(repeating: false, count: nodes.count)
        named = created
        rows = [TreeRow(call: Trace.Call(id: .min, operation: .run), place: RowPlaces.none)]
        links = [TreeLink(flags: .isOpen, parent: TreeRow.none)]
        sends = source.isCanonical ? nil : OverlappingSends(source.nodes)
        try LostEvents.forEachCall(in: source, found: { losses.add($1, at: $0) }, { add($0) })
        while let row = running.endNext() { close(row) }
        guard folds else { return }
        if hasOutgrown {
            // The second round folds the rows that the first gathers below one row.
            fold(byWork: false)
            fold(byWork: false)
        } else {
            fold(byWork: true)
        }
    }

    private mutating func add(_ call: Trace.Call) {
        if rows.count == 1 { rows[0].call.thread = call.thread }
        let entry = places.enter(call)
        while let row = running.end(before: call) { close(row) }
        var flags: TreeLink.Flags = [.isOpen]
        var above = Self.root
        if let cause = places.row(of: call.cause, before: call) {
            above = cause
            flags.insert(.isWork)
            if call.parent == nil { flags.insert(.isApart) }
        } else if let around = running.last {
            above = around
        } else if let parent = places.row(of: call.parent, before: call) {
            above = parent
        }
        let overlap = sends?.enter(call)
        if overlap != nil { flags.insert(.overlaps) }
        let row = insert(call, at: entry, above: above, flags: flags)
        rows[Int(row)].overlap = overlap
        running.start(call.id, with: row)
        if let lost = losses.begin(call.id) { note(lost, at: row) }
        if folds, rows.count - free.count > limit {
            hasOutgrown = true
            fold(byWork: false)
            limit = max(Self.laterLimit, 2 * (rows.count - free.count))
        }
    }

    /// Notes that no more calls come below a row.
    private mutating func close(_ row: Int32) {
        links[Int(row)].flags.remove(.isOpen)
        if let lost = losses.end(rows[Int(row)].call.id) { note(lost, at: row) }
    }

    private mutating func note(_ lost: LostEvent, at row: Int32) {
        rows[Int(row)].lost = lost
        if folds {
            links[Int(row)].key = shapes.key(of: rows[Int(row)].call, flags: links[Int(row)].flags, lost: lost)
        }
    }

    private mutating func insert(_ call: Trace.Call, at entry: UInt32, above: Int32, flags: TreeLink.Flags) -> Int32 {
        var row = TreeRow(call: call, place: entry)
        var link = TreeLink(flags: flags, parent: above)
        row.lastSubscription = call.subscription
        let upper = Int(above)
        let operation = rows[upper].call.operation
        row.turn = operation == .invoke && above != Self.root ? above : rows[upper].turn
        if call.operation == .invoke, flags.contains(.isWork), operation.asksForWork {
            link.flags.insert(operation == .hop ? .isHopped : .isScheduled)
            row.scheduler = rows[upper].call.node
            rows[upper].works += 1
            if rows[upper].firstWork == nil { rows[upper].firstWork = (call.id, call.thread) }
            let turn = Int(rows[upper].turn)
            if turn >= 0, row.scheduler != nil, rows[turn].scheduler == row.scheduler {
                link.parent = links[turn].parent
                while links[Int(link.parent)].flags.contains(.isRound) { link.parent = links[Int(link.parent)].parent }
                row.turn = rows[Int(link.parent)].turn
            }
        }
        if let untimed, flags.contains(.isWork) {
            link.hiddenHops = UInt16(clamping: untimed.hiddenHops(above: call.id))
        }
        if call.thread != rows[Int(link.parent)].call.thread { link.flags.insert(.changesThread) }
        if isIntroduction(call) { link.flags.insert(.introduces) }
        if namesEarly(call) { link.flags.insert(.namesEarly) }
        if folds { link.key = shapes.key(of: call, flags: link.flags) }
        let slot = add(consume row, link)
        place(slot)
        places.set(slot, at: entry)
        return slot
    }

    private mutating func isIntroduction(_ call: Trace.Call) -> Bool {
        if call.operation == .subscribe {
            guard let position = call.subscription.flatMap({ subscriptions.position(of: $0) }),
                !introduced[position]
            else { return false }
            introduced[position] = true
            return true
        }
        guard call.operation == .create, let position = call.node.flatMap({ nodes.position(of: $0) }),
            !created[position]
        else { return false }
        created[position] = true
        return true
    }

    /// Whether the call is the first to show a node that was made before the recording.
    private mutating func namesEarly(_ call: Trace.Call) -> Bool {
        // A receiver of another type hides the node; the item of work is shown where no schedule tells of it.
        guard call.type == nil, call.operation != .invoke || call.cause == nil,
            let position = call.node.flatMap({ nodes.position(of: $0) }), !named[position]
        else { return false }
        named[position] = true
        return nodes[position].isEarly
    }

    /// Keeps a row, where there is room for it, without giving it a place in the tree.
    mutating func add(_ row: consuming TreeRow, _ link: TreeLink) -> Int32 {
        if let recycled = free.take() {
            rows[recycled] = consume row
            links[recycled] = link
            return Int32(recycled)
        }
        rows.append(consume row)
        links.append(link)
        return Int32(rows.count - 1)
    }

    /// Puts a row at the end of its parent's children: calls before work, and earlier work before later.
    private mutating func place(_ slot: Int32) {
        let parent = links[Int(slot)].parent
        let last = links[Int(parent)].lastChild
        if last == TreeRow.none || parent == Self.root || !comes(slot, before: last) {
            return append(slot, below: parent)
        }
        var before = TreeRow.none
        var child = links[Int(parent)].firstChild
        while child != TreeRow.none, !comes(slot, before: child) {
            before = child
            child = links[Int(child)].next
        }
        links[Int(slot)].next = child
        if before == TreeRow.none { links[Int(parent)].firstChild = slot } else { links[Int(before)].next = slot }
    }

    /// Whether `slot`, which was added last, comes before a row below the same one.
    private func comes(_ slot: Int32, before other: Int32) -> Bool {
        guard links[Int(other)].flags.contains(.isWork) else { return false }
        guard links[Int(slot)].flags.contains(.isWork) else { return true }
        guard untimed != nil else { return false }
        if let start = rows[Int(slot)].call.start, let others = rows[Int(other)].call.start { return start < others }
        return links[Int(slot)].hiddenHops < links[Int(other)].hiddenHops
    }

    mutating func append(_ slot: Int32, below parent: Int32) {
        let last = links[Int(parent)].lastChild
        links[Int(slot)].parent = parent
        links[Int(slot)].next = TreeRow.none
        links[Int(parent)].lastChild = slot
        if last == TreeRow.none { links[Int(parent)].firstChild = slot } else { links[Int(last)].next = slot }
    }

    /// Gives up a row for which `other` stands from now on.
    mutating func release(_ slot: Int32, for other: Int32) {
        if !links[Int(slot)].flags.contains(.isRound) {
            places.forward(rows[Int(slot)].place, to: rows[Int(other)].place)
        }
        free.insert(Int(slot))
    }

    func children(of row: Int32) -> [Int32] {
        var children: [Int32] = []
        var child = links[Int(row)].firstChild
        while child != TreeRow.none {
            children.append(child)
            child = links[Int(child)].next
        }
        return children
    }
}

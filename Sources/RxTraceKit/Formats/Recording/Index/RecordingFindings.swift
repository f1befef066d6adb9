/// What a pass over all calls of a recording finds besides them; an index keeps it.
struct RecordingFindings {
    /// A subscription, as its ``TraceRecording/subscriptions`` row is made of it.
    struct Subscription {
        var parent: Int32
        /// The node, as ``FoundNodes/number(of:)`` takes it.
        var node: Int32
        var stack: Int32
        var ended: SubscriptionTracker.End?
    }

    var blocks: RecordingBlocks
    var nodes: FoundNodes
    var subscriptions: [Subscription]
    /// By the number of a subscription, from 0.
    var names: [Int32: String]
    /// The recorded threads in the order of their first calls: those of the trace, and with them those that made no others
    /// than ``unusedHops``.
    var threads: [Int]
    var allThreads: [Int]
    var unusedHops: UnusedHops
    /// The subscriptions that showed in a later call only, by the calls' ids among all.
    var late: [Int: Int32]
    /// The labels of the closures that ran.
    var handlers: Set<UInt8>
    /// How many calls there are, with the unused hops.
    var count: Int
    var damage: RecordingDamage
}

extension RecordingFindings {
    /// Goes through all calls.
    ///
    /// - Parameter visit: is given each of them.
    init(
        _ blocks: RecordingBlocks, extent: RecordingExtent,
        _ visit: (AssembledCall, RecordedCall, borrowing RecordedCalls) -> Void
    ) throws {
        var assembler = CallAssembler(blocks, extent: extent)
        var columns = RecordedNodeColumns(blocks.tables)
        // A set would be asked with each closure that ran.
        var handlers = [Bool](repeating: false, count: 1 << 8)
        var hops = HopSearch()
        try assembler.forEachCall { call, recorded, calls in
            visit(call, recorded, calls)
            hops.add(call)
            if call.operation == .handler { handlers[Int(recorded.detail)] = true }
            guard call.node >= 0 else { return }
            columns.see(call.node)
            if call.operation == .create {
                columns.noteCreation(of: call.node, at: call.stack, by: call.thread)
            }
        }
        columns.addEarly(assembler.isNodeBefore)
        var tracker = assembler.tracker
        tracker.finish()
        for state in tracker.states where state.node >= 0 { columns.see(state.node) }
        self.blocks = blocks
        nodes = .columns(columns)
        subscriptions = tracker.states.map {
            Subscription(parent: $0.parent, node: $0.node, stack: $0.stack, ended: $0.ended)
        }
        names = tracker.names
        threads = hops.threads(assembler.threads)
        allThreads = assembler.threads
        unusedHops = hops.unusedHops
        late = tracker.late
        self.handlers = Set((0...UInt8.max).filter { handlers[Int($0)] })
        count = assembler.count
        damage = blocks.damage
        for bytes in assembler.damage { damage.add(from: bytes.lowerBound, to: bytes.upperBound) }
    }

    /// Takes them from an index, behind what it tells of `blocks`.
    init(_ blocks: RecordingBlocks, _ reader: inout ByteReader, _ index: IndexBlocks) throws {
        self.blocks = blocks
        damage = blocks.damage
        let pages = try NodePages(NodePages.Directory(&reader), index)
        nodes = .pages(pages)
        subscriptions = []
        for _ in 0..<(try reader.count()) {
            let parent = Int32(truncatingIfNeeded: try reader.count()) &- 1
            let node = Int32(truncatingIfNeeded: try reader.count()) &- 1
            let stack = Int32(truncatingIfNeeded: try reader.count()) &- 1
            let end = try reader.byte()
            guard parent < subscriptions.count, parent >= -1, node < pages.count, node >= -1 else {
                throw ByteReader.Damage()
            }
            subscriptions.append(
                Subscription(
                    parent: parent, node: node, stack: stack,
                    ended: end == 0 ? nil : SubscriptionTracker.End(rawValue: end - 1)))
        }
        names = [:]
        for _ in 0..<(try reader.count()) {
            let subscription = Int32(truncatingIfNeeded: try reader.count())
            names[subscription] = try reader.text()
        }
        threads = try reader.steps()
        allThreads = try reader.steps()
        let known = blocks.tables.threads.indices
        guard threads.allSatisfy(known.contains), Set(allThreads).count == allThreads.count,
            allThreads.allSatisfy(known.contains)
        else { throw ByteReader.Damage() }
        unusedHops = UnusedHops(try reader.steps())
        let ids = try reader.steps()
        late = [:]
        for id in ids {
            let subscription = Int32(truncatingIfNeeded: try reader.count())
            if !unusedHops.contains(id) { late[id] = subscription }
        }
        handlers = Set(try reader.part())
        count = try reader.count()
        guard reader.isAtEnd, unusedHops.all.allSatisfy((1...max(1, count)).contains),
            zip(unusedHops.all, unusedHops.all.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw ByteReader.Damage() }
    }

    /// Adds them to the bytes of an index, behind what it tells of the blocks.
    func add(_ nodes: NodePages.Directory, to bytes: inout [UInt8]) {
        nodes.add(to: &bytes)
        bytes.add(number: UInt64(subscriptions.count))
        for subscription in subscriptions {
            let node = Int32(truncatingIfNeeded: self.nodes.number(of: subscription.node) ?? 0)
            for number in [subscription.parent + 1, node, subscription.stack + 1] { bytes.add(number: UInt64(number)) }
            bytes.append(subscription.ended.map { $0.rawValue + 1 } ?? 0)
        }
        bytes.add(number: UInt64(names.count))
        for (subscription, name) in names.sorted(by: { $0.key < $1.key }) {
            bytes.add(number: UInt64(subscription))
            bytes.add(text: name)
        }
        bytes.add(steps: threads)
        bytes.add(steps: allThreads)
        bytes.add(steps: unusedHops.all)
        let late = late.sorted { $0.key < $1.key }
        bytes.add(steps: late.map(\.key))
        for (_, subscription) in late { bytes.add(number: UInt64(subscription)) }
        bytes.add(number: UInt64(handlers.count))
        bytes += handlers.sorted()
        bytes.add(number: UInt64(count))
    }
}

/// The nodes that a pass found, or those of the index that it made.
enum FoundNodes: Sendable {
    /// Told by their slots.
    case columns(RecordedNodeColumns)
    /// Told by their numbers in the trace, less one.
    case pages(NodePages)

    /// The number in the trace; nil for -1.
    func number(of node: Int32) -> Int? {
        switch self {
        case .columns(let columns): columns.number(of: node)
        case .pages: node >= 0 ? Int(node) + 1 : nil
        }
    }

    func table(_ tables: RecordingTables, _ sites: SiteResolver) -> TraceTable<Trace.Node> {
        switch self {
        case .columns(let columns):
            TraceTable(count: columns.count) { columns.node(at: $0, tables).node($0 + 1, tables, sites) }
        case .pages(let pages): TraceTable(count: pages.count) { pages.node($0 + 1).node($0 + 1, tables, sites) }
        }
    }

    /// The nodes that were made, by number, each with the stack that led to it and the thread.
    func forEachCreation(_ body: (_ number: Int, _ stack: Int, _ thread: Int) throws -> Void) rethrows {
        switch self {
        case .columns(let columns):
            for position in 0..<columns.count where columns.maker(at: position) >= 0 {
                try body(position + 1, columns.stack(at: position), columns.maker(at: position))
            }
        case .pages(let pages):
            for id in 1..<pages.count + 1 {
                let node = pages.node(id)
                if node.maker >= 0 { try body(id, Int(node.stack), Int(node.maker)) }
            }
        }
    }
}

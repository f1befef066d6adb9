/// A recording in a file or in memory, as a trace that is read call by call.
///
/// Opening it takes one pass over its calls, which finds nodes and subscriptions; each ``forEachCall(_:)`` takes
/// another. In memory are the nodes and subscriptions, in a few bytes each, and a block of calls for each thread that
/// runs at a time.
///
/// A recording whose end is missing, because the program was killed, or that is damaged, opens as far as it can be
/// read: ``problem`` names the damage.
///
/// ```swift
/// let recording = try TraceRecording(contentsOf: "out.rxtrace")
/// try recording.forEachCall { print($0.operation) }
/// ```
public struct TraceRecording: TraceSource {
    public let scenario: String
    public let run: Trace.Run?
    public let drops: Trace.Drops
    public let notes: [String]
    /// The threads that made calls.
    public let threads: TraceTable<Trace.Thread>
    /// The objects that were called.
    public let nodes: TraceTable<Trace.Node>
    /// The subscriptions that were made.
    public let subscriptions: TraceTable<Trace.Subscription>
    public let closures: Trace.Closures
    /// How many calls were recorded.
    public let callCount: Int
    public let descriptions: Trace.Descriptions
    /// The damage, with the way out, in one line; nil where all is there.
    public let problem: TraceReadError?
    public var isCanonical: Bool { false }
    public var nestsByThread: Bool { true }

    let blocks: RecordingBlocks
    private let extent: RecordingExtent
    private let sites: SiteResolver
    private let clock: RecordingClock
    private let columns: RecordedNodeColumns
    public let packedSource: Trace.PackedSource
    private let late: [Int: Int32]
    private let unusedHops: UnusedHops
    private let name: String

    /// Opens the recording at `path`.
    ///
    /// `name` is its name in messages; nil for its path.
    /// - Throws: ``TraceReadError`` where it cannot be read or is no recording.
    public init(contentsOf path: String, named name: String? = nil) throws(TraceReadError) {
        try self.init(contentsOf: path, named: name, meter: nil)
    }

    /// - Parameter meter: is told how far the recording was read, here and whenever its calls are gone through.
    package init(contentsOf path: String, named name: String?, meter: ReadingMeter?) throws(TraceReadError) {
        let name = name ?? path
        let bytes: RecordingBytes
        do {
            bytes = try RecordingBytes(path: path, meter: meter)
        } catch {
            throw .unreadable(name, error)
        }
        try self.init(bytes, named: name, extent: RecordingExtent(), symbolicator: nil)
    }

    /// `symbolicator` where the sites of addresses come from; nil for the images it tells of.
    package init(
        _ bytes: RecordingBytes, named name: String, extent: RecordingExtent, symbolicator: Symbolicator?
    ) throws(TraceReadError) {
        try RecordingHead.check(bytes, name)
        try self.init(named: name, extent: extent) {
            let blocks = try RecordingBlocks(bytes)
            return (blocks, blocks.about.map { Self.sites(of: blocks, $0, symbolicator) })
        }
    }

    /// `open` reads the blocks, and tells where their stacks lead.
    init(
        named name: String, extent: RecordingExtent, _ open: () throws -> (RecordingBlocks, SiteResolver?)
    ) throws(TraceReadError) {
        do {
            let (blocks, sites) = try open()
            guard let about = blocks.about, let sites else {
                throw TraceReadError.damagedRecording(name, blocks.damage)
            }
            var assembler = CallAssembler(blocks, extent: extent)
            var columns = RecordedNodeColumns(blocks.tables)
            var handlers: Set<UInt8> = []
            var hops = HopSearch()
            try assembler.forEachCall { call, recorded, _ in
                hops.add(call)
                if call.operation == .handler { handlers.insert(recorded.detail) }
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
            self.extent = extent
            self.columns = columns
            self.name = name
            scenario = about.scenario
            drops = blocks.drops
            notes = blocks.notes
            let unusedHops = hops.unusedHops
            self.unusedHops = unusedHops
            callCount = assembler.count - unusedHops.count
            clock = RecordingClock(about, blocks, extent: extent)
            run = Trace.Run(about, blocks, clock, extent: extent)
            descriptions = Trace.Descriptions(
                nanoseconds: clock.nanoseconds(in: blocks.describingTicks), cut: blocks.cutDescriptions)
            late = Dictionary(uniqueKeysWithValues: tracker.late.map { (unusedHops.id(of: $0), $1) })
            self.sites = sites
            packedSource = blocks.additions.source
            let names = hops.threads(assembler.threads).enumerated().map { id, thread in
                let recorded = blocks.tables.threads[thread]
                return Trace.Thread(
                    id: id, name: recorded.kind == .main ? "main" : "thread \(id)",
                    isPooled: recorded.kind == .pooled && recorded.key != extent.sequence)
            }
            threads = TraceTable(names)
            closures = SymbolDecoder(about, blocks.tables).closures(handlers)
            nodes = columns.table(blocks.tables, sites)
            subscriptions = Self.table(of: tracker, columns, sites)
            var damage = blocks.damage
            for bytes in assembler.damage { damage.add(from: bytes.lowerBound, to: bytes.upperBound) }
            problem = damage.isNone ? nil : .incompleteRecording(name, damage, clock.end)
        } catch let error as TraceReadError {
            throw error
        } catch {
            throw .unreadable(name, error)
        }
    }

    /// Where other stacks of the recorded process lead: return addresses, innermost first.
    ///
    /// - Parameter program: the process's own file, which is asked where the recording names none.
    package func sites(ofStacks stacks: [[UInt]], program: ProgramImage) -> [Trace.Site?] {
        guard let about = blocks.about else { return stacks.map { _ in nil } }
        let resolver = SiteResolver(
            stacks: stacks, symbolicator: .images(blocks.images.isEmpty ? [program] : blocks.images),
            paths: SourcePaths(about))
        return stacks.indices.map { resolver.userCall(of: $0)?.site }
    }

    /// Where the stacks of blocks lead.
    static func sites(
        of blocks: RecordingBlocks, _ about: RecordingAbout, _ symbolicator: Symbolicator?
    ) -> SiteResolver {
        SiteResolver(
            stacks: blocks.tables.stacks, symbolicator: symbolicator ?? .images(blocks.images),
            paths: SourcePaths(about), known: blocks.additions.places.places)
    }

    /// How many stacks led to its calls.
    var stackCount: Int { blocks.tables.stacks.count { !$0.isEmpty } }

    /// How many of these are numbers of such stacks.
    func stackCount(of numbers: some Sequence<Int>) -> Int {
        let stacks = blocks.tables.stacks
        return numbers.count { stacks.indices.contains($0) && !stacks[$0].isEmpty }
    }

    /// Where its stacks lead, as far as that is known, or that they lead nowhere.
    func knownPlaces() -> [Int: RecordedPlace] { sites.knownPlaces() }

    private static func table(
        of tracker: SubscriptionTracker, _ columns: RecordedNodeColumns, _ sites: SiteResolver
    ) -> TraceTable<Trace.Subscription> {
        let (states, names) = (tracker.states, tracker.names)
        return TraceTable(count: states.count) { position in
            let state = states[position]
            return Trace.Subscription(
                id: position + 1, parent: state.parent < 0 ? nil : Int(state.parent) + 1,
                node: columns.number(of: state.node) ?? 0, name: names[Int32(position)],
                site: sites.userCall(of: Int(state.stack))?.site, ended: state.ended?.name)
        }
    }

    public func forEachCreation(_ body: (Trace.Creation) throws -> Void) throws {
        try columns.forEachCreation { node, stack, thread in
            try body(Trace.Creation(node: node, maker: sites.userCall(of: stack)?.function, thread: thread))
        }
    }

    public func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        guard let about = blocks.about else { return }
        var decoder = CallDecoder(words: SymbolDecoder(about, blocks.tables), sites: sites, clock: clock)
        var assembler = CallAssembler(blocks, extent: extent, leavingOut: unusedHops)
        try assembler.forEachCall { assembled, recorded, calls in
            var subscription = assembled.subscription
            if subscription < 0, !late.isEmpty { subscription = late[assembled.id] ?? -1 }
            let node = columns.number(of: assembled.node)
            try body(decoder.call(assembled, recorded, calls, node: node, subscription: subscription))
        }
    }
}

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

    public let packedSource: Trace.PackedSource
    private let findings: RecordingFindings
    private let extent: RecordingExtent
    private let sites: SiteResolver
    private let clock: RecordingClock
    private let late: [Int: Int32]
    private let name: String
    /// Reads its calls in segments, where an index or the first pass tells of these; nil where one pass reads all.
    private let reader: SegmentCallReader?
    package let numbered: NumberedRecording?

    var blocks: RecordingBlocks { findings.blocks }
    /// The order that the process ran its threads in, as `RXTRACE_ORDER` names it; nil where they were not under control.
    package var order: String? { blocks.about?.order }

    /// Opens the recording at `path`; `name` is its name in messages, and nil stands for its path.
    /// - Throws: ``TraceReadError`` where it cannot be read or is no recording.
    public init(contentsOf path: String, named name: String? = nil) throws(TraceReadError) {
        try self.init(contentsOf: path, named: name, meter: nil)
    }

    /// - Parameters:
    ///   - meter: is told how far the recording was read, here and whenever its calls are gone through.
    ///   - indexes: where an index of it is left that takes the place of any other; nil to make none.
    ///   - parallel: how many threads read it.
    package init(
        contentsOf path: String, named name: String?, meter: ReadingMeter?, indexes: IndexFolder? = nil,
        parallel: ParallelReading = ParallelReading()
    ) throws(TraceReadError) {
        let name = name ?? path
        let bytes: RecordingBytes
        do {
            bytes = try RecordingBytes(path: path, meter: meter)
        } catch {
            throw .unreadable(name, error)
        }
        try RecordingHead.check(bytes, name)
        try self.init(named: name, extent: RecordingExtent(), indexOf: bytes, in: indexes, parallel: parallel) {
            let blocks = try RecordingBlocks(bytes)
            return (blocks, blocks.about.map { Self.sites(of: blocks, $0, nil) })
        }
    }

    /// Opens the recording at `path` by its index, which no call is read for; nil where it has none that can be believed.
    ///
    /// Calls are then read by their numbers (``numbered``), and what of the file they are not in stays unread: damage in it is
    /// not told.
    ///
    /// - Parameters:
    ///   - indexes: where an index may be that is not in the recording.
    ///   - parallel: how many threads read it.
    package init?(
        byIndexOf path: String, named name: String?, in indexes: IndexFolder?,
        parallel: ParallelReading = ParallelReading()
    ) {
        guard let bytes = try? RecordingBytes(path: path) else { return nil }
        let kept = try? RecordingIndex(within: bytes)
        do {
            try RecordingHead.check(bytes, name ?? path)
            let file = kept == nil ? try indexes?.file(of: IndexBlocks.mark(of: bytes)) : nil
            guard let index = try kept ?? file.map({ try RecordingIndex(of: bytes, in: $0) }) else { return nil }
            let findings = try index.findings(of: bytes)
            let last = index.table.segments.last.map { $0.calls.firstCall + $0.calls.count - 1 }
            guard let about = findings.blocks.about, last == findings.count,
                findings.unusedHops.all.last ?? 0 <= findings.count
            else { return nil }
            self.init(
                findings, about, Self.sites(of: findings.blocks, about, nil), named: name ?? path,
                extent: RecordingExtent(), index, nil, parallel)
        } catch {
            return nil
        }
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

    /// `open` reads the blocks, and tells where their stacks lead; `bytes` are those of a whole file.
    init(
        named name: String, extent: RecordingExtent, indexOf bytes: RecordingBytes? = nil,
        in indexes: IndexFolder? = nil, parallel: ParallelReading = ParallelReading(),
        _ open: () throws -> (RecordingBlocks, SiteResolver?)
    ) throws(TraceReadError) {
        do {
            let (blocks, sites) = try open()
            guard let about = blocks.about, let sites else {
                throw TraceReadError.damagedRecording(name, blocks.damage)
            }
            var index = bytes.flatMap { bytes in indexes.flatMap { IndexWriter(of: bytes, blocks, in: $0) } }
            var noted: NotedSegmentsWriter?
            if let bytes, parallel.threads > 1, bytes.count >= parallel.least {
                noted = NotedSegmentsWriter(size: parallel.segmentSize)
            }
            let findings = try RecordingFindings(blocks, extent: extent) {
                index?.add($0, $1, $2)
                noted?.add($0, $1, $2)
            }
            // Another reader may be about to read by the index that is kept, so it stays until the new one takes its place.
            if index?.finish(findings, sites) != true, let mark = blocks.mark { indexes?.remove(mark) }
            let segments = findings.damage.isOrderly ? noted?.finished() : nil
            self.init(findings, about, sites, named: name, extent: extent, nil, segments, parallel)
        } catch let error as TraceReadError {
            throw error
        } catch {
            throw .unreadable(name, error)
        }
    }

    private init(
        _ findings: RecordingFindings, _ about: RecordingAbout, _ sites: SiteResolver, named name: String,
        extent: RecordingExtent, _ index: RecordingIndex?, _ noted: NotedSegments?, _ parallel: ParallelReading
    ) {
        let (blocks, unusedHops) = (findings.blocks, findings.unusedHops)
        self.findings = findings
        self.extent = extent
        self.name = name
        self.sites = sites
        scenario = about.scenario
        drops = blocks.drops
        notes = blocks.notes
        packedSource = blocks.additions.source
        callCount = findings.count - unusedHops.count
        let clock = RecordingClock(about, blocks, extent: extent)
        self.clock = clock
        run = Trace.Run(about, blocks, clock, extent: extent)
        descriptions = Trace.Descriptions(
            nanoseconds: clock.nanoseconds(in: blocks.describingTicks), cut: blocks.cutDescriptions)
        late = Dictionary(uniqueKeysWithValues: findings.late.map { (unusedHops.id(of: $0), $1) })
        let names = findings.threads.enumerated().map { id, thread in
            let recorded = blocks.tables.threads[thread]
            return Trace.Thread(
                id: id, name: recorded.kind == .main ? "main" : "thread \(id)",
                isPooled: recorded.kind == .pooled && recorded.key != extent.sequence)
        }
        threads = TraceTable(names)
        let words = SymbolDecoder(about, blocks.tables)
        closures = words.closures(findings.handlers)
        nodes = findings.nodes.table(blocks.tables, sites)
        subscriptions = Self.table(of: findings, sites)
        problem = findings.damage.isNone ? nil : .incompleteRecording(name, findings.damage, clock.end)
        let decoder = CallDecoder(words: words, sites: sites, clock: clock)
        if let index, case .pages(let pages) = findings.nodes {
            numbered = NumberedRecording(index, findings, pages, decoder)
            reader = SegmentCallReader(findings, index, decoder, threads: parallel.threads)
        } else {
            numbered = nil
            reader = noted.map { SegmentCallReader(findings, $0, decoder, threads: parallel.threads) }
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
        of findings: RecordingFindings, _ sites: SiteResolver
    ) -> TraceTable<Trace.Subscription> {
        let (states, names, nodes) = (findings.subscriptions, findings.names, findings.nodes)
        return TraceTable(count: states.count) { position in
            let state = states[position]
            return Trace.Subscription(
                id: position + 1, parent: state.parent < 0 ? nil : Int(state.parent) + 1,
                node: nodes.number(of: state.node) ?? 0, name: names[Int32(position)],
                site: sites.userCall(of: Int(state.stack))?.site, ended: state.ended?.name)
        }
    }

    public func forEachCreation(_ body: (Trace.Creation) throws -> Void) throws {
        // Many objects are made at few places.
        var last = (stack: -1, maker: String?.none, hasPlace: false)
        try findings.nodes.forEachCreation { node, stack, thread in
            if stack != last.stack {
                let call = sites.userCall(of: stack)
                last = (stack, call?.function, call != nil)
            }
            try body(Trace.Creation(node: node, maker: last.maker, thread: thread, hasPlace: last.hasPlace))
        }
    }

    public func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        if let reader { return try reading { try reader.forEachCall(body) } }
        guard let about = blocks.about else { return }
        let nodes = findings.nodes
        var decoder = CallDecoder(words: SymbolDecoder(about, blocks.tables), sites: sites, clock: clock)
        var assembler = CallAssembler(blocks, extent: extent, leavingOut: findings.unusedHops)
        try assembler.forEachCall { assembled, recorded, calls in
            var subscription = assembled.subscription
            if subscription < 0, !late.isEmpty { subscription = late[assembled.id] ?? -1 }
            try body(
                decoder.call(assembled, recorded, calls, subscription: subscription) { nodes.number(of: $0) })
        }
    }

    package var readsAhead: Bool { reader.map { $0.threads > 1 } ?? false }

    package func readCalls<Pass: LeadingPass>(
        behind pass: Pass, found: (Pass.Finding) -> Void, _ body: (Trace.Call) throws -> Void
    ) throws {
        try reading { try reader?.forEachCall(behind: pass, found: found, body) }
    }

    /// Tells of blocks that are not those of before.
    private func reading(_ read: () throws -> Void) throws {
        do {
            try read()
        } catch is RecordingIndexDamage where numbered == nil {
            // The first pass has found its blocks whole.
            throw TraceReadError.unreadable(name, RecordingChanged())
        }
    }

    /// Gives every call to `body`, those with them that the trace leaves out: hops that lead to no reactive call, and the work of
    /// such hops. The numbers in a call are those of a trace that leaves nothing out.
    ///
    /// - Parameter body: is given a call, and its id in the trace; nil for one that it leaves out.
    package func forEachCallOfAll(_ body: (Trace.Call, Int?) throws -> Void) throws {
        guard let about = blocks.about else { return }
        let (nodes, unused) = (findings.nodes, findings.unusedHops)
        var decoder = CallDecoder(words: SymbolDecoder(about, blocks.tables), sites: sites, clock: clock)
        var assembler = CallAssembler(blocks, extent: extent)
        try assembler.forEachCall { assembled, recorded, calls in
            let call = decoder.call(assembled, recorded, calls, subscription: assembled.subscription) {
                nodes.number(of: $0)
            }
            try body(call, unused.contains(call.id) ? nil : unused.id(of: call.id))
        }
    }
}

extension TraceRecording: NumberedSource, ParallelSource {}

import Foundation

/// A recording that is still written, of which each call is read once, as it comes.
///
/// It is read on from where the last reading ended. In memory are the definitions, some 40 bytes per node and 60 per
/// subscription, and nothing per call. Nodes have the numbers in which they were recorded, which are not those of a
/// ``TraceRecording`` of the whole.
///
/// Where several threads record, the file has the calls of one behind those of another: read with all calls that are there,
/// some come before others that started earlier, or before their objects are told of, and then they are not known to
/// belong to these. Whoever knows up to which moment all has been written reads the calls before that, and gets them as
/// those of the whole.
///
/// ```swift
/// let recording = try GrowingRecording(path: "app.rxtrace", named: "app.rxtrace")
/// while let part = try recording.readOn(limit: 1 << 18) {
///     for call in part.calls { print(call.operation) }
/// }
/// ```
package final class GrowingRecording: TraceFacts {
    private var file: OwnDescriptor
    private let path: String
    private let name: String
    private let findsSites: Bool
    private var blocks: RecordingBlocks?
    private var assembler: CallAssembler?
    private var sites: SiteResolver?
    private var clock: RecordingClock?
    /// By slot, the stack that led to a node's creation; -1 for none.
    private var nodeSites: [Int32] = []
    /// The subscriptions that are not known to have ended, by their numbers, in order.
    private var living: [Int] = []
    private var subscriptionCount = 0
    /// What is to come of the calls that were read.
    private var order: RecordedCallOrder?
    /// By thread, how many calls were gone through.
    private var taken: [Int] = []
    /// Whether the last calls that were read wait for the images that lead to their places.
    private var isHeld = false
    private var imageCount = 0
    private var subscriptionNames: [Int32: String] = [:]
    private var nameCount = 0
    /// The subscriptions of subscribes that had not returned when they were read.
    private var open: [OpenSubscribe: SubscriptionTracker.ReturnedDisposable] = [:]

    /// Of so many of the works that a thread asked for last, it is known who did.
    private static let ticketLimit = 1 << 16

    /// Opens the file at `path`, which may be empty yet.
    ///
    /// - Parameters:
    ///   - name: its name in messages.
    ///   - findsSites: whether places in the source are looked up, which may start a tool.
    /// - Throws: ``TraceReadError`` where it cannot be read.
    package init(path: String, named name: String, findsSites: Bool = true) throws(TraceReadError) {
        self.findsSites = findsSites
        self.path = path
        self.name = name
        guard let file = OwnDescriptor(taking: Foundation.open(path, O_RDONLY | O_CLOEXEC)) else {
            throw .unreadable(name, SystemFailure())
        }
        self.file = file
    }

    deinit { file.close() }

    /// Opens the file once more where somebody in this process has closed it.
    ///
    /// - Throws: where another file is at its path.
    private func reopen() throws {
        guard !file.isOwn else { return }
        guard let again = OwnDescriptor(taking: Foundation.open(path, O_RDONLY | O_CLOEXEC)) else {
            throw SystemFailure()
        }
        guard again.isOfSameFile(as: file) else {
            again.close()
            throw RecordingIsLost()
        }
        file = again
    }

    /// The name of what is recorded; nil where that is not known yet.
    package var scenario: String? { blocks?.about?.scenario }
    /// Whether the recording was ended in good order.
    package var hasEnd: Bool { blocks?.damage.hasEnd ?? false }
    /// The run of the program, as far as it was read.
    package var run: Trace.Run? {
        guard let blocks, let about = blocks.about, let clock else { return nil }
        return Trace.Run(about, blocks, clock, extent: RecordingExtent())
    }
    package var drops: Trace.Drops { blocks?.drops ?? Trace.Drops() }
    package var callCount: Int { assembler?.count ?? 0 }
    /// Of so many bytes, from the start, nothing will be read again.
    package var bytesDone: Int {
        let waiting = blocks?.calls.lazy.filter { [taken] in
            !taken.indices.contains($0.thread) || $0.firstCall + $0.count > taken[$0.thread]
        }
        return waiting?.map(\.offset).min() ?? bytesRead
    }
    /// How many bytes were read.
    package var bytesRead: Int { blocks?.end ?? 0 }
    /// How many bytes there are; 0 where that cannot be told.
    package var bytesWritten: Int {
        var status = stat()
        return file.isOwn && fstat(file.number, &status) == 0 ? Int(status.st_size) : 0
    }
    /// How long the recording reaches, in nanoseconds from its start.
    package var end: UInt64 { clock?.end ?? 0 }
    /// How many bytes could not be read.
    package var damagedBytes: Int { blocks?.damage.bytes ?? 0 }
    /// What of it is damaged, missing, repeated or another recording's so far, in words; nil where nothing is.
    package var faults: String? { blocks.flatMap { $0.damage.isOrderly ? nil : $0.damage.words } }

    /// Whether another file has taken its place, or this one begins anew: then it is to be opened again.
    package var isReplaced: Bool {
        var (own, now) = (stat(), stat())
        guard file.isOwn, fstat(file.number, &own) == 0, stat(path, &now) == 0 else { return false }
        return own.st_ino != now.st_ino || own.st_dev != now.st_dev || now.st_size < bytesRead
    }

    /// Reads calls that were written since the last time, from some `limit` bytes: up to eight times as many
    /// where they were written at once.
    ///
    /// - Parameters:
    ///   - end: in the recorder's ticks; later calls are left for another time.
    ///   - most: how many calls are read at most.
    /// - Returns: nil where nothing has come.
    /// - Throws: ``TraceReadError`` where the file cannot be read or is no recording.
    package func readOn(
        limit: Int, before end: UInt64 = .max, atMost most: Int = .max
    ) throws(TraceReadError) -> Part? {
        do {
            if isHeld || order?.goesOn(before: ordered(end)) != true {
                guard try readBlocks(limit: limit) else { return nil }
            }
            guard !isHeld, let blocks, let about = blocks.about else { return Part() }
            return try part(of: blocks, about, before: ordered(end), atMost: most)
        } catch let error as TraceReadError {
            throw error
        } catch {
            throw .unreadable(name, error)
        }
    }

    /// Up to which moment the calls that were read are in order, where all are written that started before `end`. Behind
    /// what was read there may be more of those that its last write began with.
    private func ordered(_ end: UInt64) -> UInt64 {
        end == .max || bytesRead == bytesWritten ? end : min(end, blocks?.ticksBefore ?? 0)
    }

    /// Reads blocks that have come. Returns whether any have.
    private func readBlocks(limit: Int) throws -> Bool {
        try reopen()
        let bytes = try RecordingBytes(fileDescriptor: file.number)
        if blocks == nil {
            guard bytes.count >= RecordingHead.size else { return false }
            try RecordingHead.check(bytes, name)
            blocks = .growing
        }
        guard bytes.count > bytesRead || isHeld else { return false }
        assembler?.releaseBlocks()
        // Of what it holds there would be a copy.
        order = nil
        let before = bytesRead
        try blocks?.readOn(bytes, limit: limit, taken: taken)
        guard let blocks, blocks.about != nil else { return false }
        let hasGrown = bytesRead > before
        let wasHeld = isHeld
        // A program writes its images behind the first calls. Where nothing follows these, it has come to no more.
        isHeld = findsSites && blocks.lacksImages && hasGrown
        if !isHeld { resume(with: blocks) }
        return hasGrown || wasHeld
    }

    private func resume(with blocks: RecordingBlocks) {
        var current = assembler ?? CallAssembler(blocks, extent: RecordingExtent(), ticketLimit: Self.ticketLimit)
        assembler = nil
        defer { assembler = current }
        current.resume(with: blocks)
        if current.tracker.unclaimed == nil { current.tracker.unclaimed = [:] }
        order = RecordedCallOrder(blocks, taken: taken)
        for late in blocks.tables.lateValues {
            guard let one = open.removeValue(forKey: OpenSubscribe(thread: late.thread, call: late.call)) else {
                continue
            }
            current.tracker.setDisposable(UInt32(truncatingIfNeeded: late.value >> 32), one)
        }
        nodeSites += repeatElement(-1, count: max(0, blocks.tables.nodes.count - nodeSites.count))
    }

    private func part(
        of blocks: RecordingBlocks, _ about: RecordingAbout, before end: UInt64, atMost most: Int
    ) throws -> Part {
        guard var current = assembler, var order else { return Part() }
        (assembler, self.order) = (nil, nil)
        defer { (assembler, self.order) = (current, order) }
        let sites = findSites(blocks, about)
        let clock = RecordingClock(about, blocks, extent: RecordingExtent())
        self.clock = clock
        var decoder = CallDecoder(words: SymbolDecoder(about, blocks.tables), sites: sites, clock: clock)
        var part = Part()
        var opened: [(thread: Int, call: Int, SubscriptionTracker.ReturnedDisposable)] = []
        try current.forEachCall(in: &order, before: end, atMost: most) { assembled, recorded, calls in
            if assembled.node >= 0, assembled.operation == .create { nodeSites[Int(assembled.node)] = assembled.stack }
            if assembled.operation == .subscribe, recorded.duration == RecordedCall.open, assembled.subscription >= 0,
                let number = calls.number(of: recorded)
            {
                let begins = RecordedSubscribeFlags(rawValue: recorded.detail).contains(.begins)
                opened.append((assembled.thread, number, .init(subscription: assembled.subscription, ends: begins)))
            }
            part.calls.append(
                decoder.call(assembled, recorded, calls, subscription: assembled.subscription) { slot in
                    slot < 0 ? nil : Int(slot) + 1
                })
        }
        for (thread, call, returned) in opened {
            open[OpenSubscribe(thread: current.threads[thread], call: call)] = returned
        }
        taken = order.taken
        part.ended = takeEnded(current.tracker)
        if open.isEmpty, current.tracker.undefined.isEmpty { current.tracker.unclaimed?.removeAll() }
        return part
    }

    /// Settles the ends that show only when all has been read: no more is.
    package func settleEnds() {
        guard var current = assembler, let blocks else { return }
        assembler = nil
        current.resume(with: blocks)
        current.tracker.finish()
        assembler = current
    }

    /// The ids of the subscriptions that are not living any more.
    private func takeEnded(_ tracker: SubscriptionTracker) -> [Int] {
        living += subscriptionCount..<tracker.states.count
        subscriptionCount = tracker.states.count
        if tracker.nodes.names.count != nameCount {
            (nameCount, subscriptionNames) = (tracker.nodes.names.count, tracker.names)
        }
        // Of one whose subscribe has not returned, or what that returned is not defined, it is not known yet whether it
        // has something to dispose.
        let unsettled = Set((Array(open.values) + tracker.undefined.values).map(\.subscription))
        var ended: [Int] = []
        living.removeAll { index in
            guard tracker.end(of: index) != nil,
                tracker.states[index].ended != nil || !unsettled.contains(Int32(index))
            else { return false }
            ended.append(index + 1)
            return true
        }
        return ended
    }

    private func findSites(_ blocks: RecordingBlocks, _ about: RecordingAbout) -> SiteResolver {
        guard findsSites else { return .none }
        let found = sites ?? TraceRecording.sites(of: blocks, about, nil)
        let isNews = blocks.images.count != imageCount
        imageCount = blocks.images.count
        found.resume(with: blocks.tables.stacks, .images(blocks.images), known: blocks.additions.places.places)
        if isNews { found.lookAgain() }
        sites = found
        return found
    }

    package func node(_ id: Int) -> Trace.Node? {
        guard let tables = blocks?.tables, (1...max(1, tables.nodes.count)).contains(id), tables.nodes.count > 0 else {
            return nil
        }
        let slot = Int32(id - 1)
        let type = tables.nodes.types[id - 1]
        let owner = tables.nodes.owner(of: slot)
        let site = nodeSites.indices.contains(id - 1) ? sites?.userCall(of: Int(nodeSites[id - 1]))?.site : nil
        return Trace.Node(
            id: id, type: tables.simpleType(type), generic: tables.type(type), role: tables.nodes.roles[id - 1],
            site: site, name: tables.nodes.names[slot], behaviors: tables.nodes.allBehaviors(of: slot),
            owner: owner == RecordedNodes.none ? nil : Int(owner) + 1)
    }

    package func subscription(_ id: Int) -> Trace.Subscription? {
        guard let tracker = assembler?.tracker, tracker.states.indices.contains(id - 1) else { return nil }
        let state = tracker.states[id - 1]
        return Trace.Subscription(
            id: id, parent: state.parent < 0 ? nil : Int(state.parent) + 1, node: Int(state.node) + 1,
            name: subscriptionNames[Int32(id - 1)], site: sites?.userCall(of: Int(state.stack))?.site,
            ended: tracker.end(of: id - 1)?.name)
    }

    package func thread(_ id: Int) -> Trace.Thread? {
        guard let threads = assembler?.threads, threads.indices.contains(id),
            let recorded = blocks?.tables.threads[threads[id]]
        else { return nil }
        return Trace.Thread(
            id: id, name: recorded.kind == .main ? "main" : "thread \(id)", isPooled: recorded.kind == .pooled)
    }
}

import Foundation

/// The blocks of a recording: found by one pass over its bytes, read again when their calls are wanted.
struct RecordingBlocks {
    private(set) var about: RecordingAbout?
    /// The program that the recorded one works for.
    private(set) var parent: Traceparent?
    private(set) var tables: RecordingTables
    private(set) var calls: [Calls] = []
    private(set) var images: [ProgramImage] = []
    /// What the recorder could not do, in its words.
    private(set) var notes: [String] = []
    /// The clocks at the last block that tells them.
    private(set) var lastTicks: UInt64 = 0
    /// The same of the block before that one.
    private(set) var ticksBefore: UInt64 = 0
    private(set) var lastNanoseconds: UInt64 = 0
    private(set) var drops = Trace.Drops()
    /// How long values' descriptions took, and how many were cut.
    private(set) var describingTicks: UInt64 = 0
    private(set) var cutDescriptions = 0
    private(set) var damage = RecordingDamage()
    private(set) var additions = RecordingAdditions()

    /// Where the blocks stand that tell of the recording as a whole: an index has them read again.
    private(set) var facts: [Int] = []
    /// Where the last two blocks that tell the clocks stand.
    private(set) var clocks: [Int] = []
    /// Where the end block stands, or the bytes end that were read.
    var endOffset: Int { endBlock ?? end }
    private var endBlock: Int?
    /// The recording's mark.
    var mark: UInt64? { sequence.mark }
    /// Whether the blocks of calls were not gone through, so that each is looked at when it is read.
    private var areUnseen = false

    private var sequence: BlockSequence
    private(set) var bytes: RecordingBytes
    /// Up to where the bytes were read.
    private(set) var end = RecordingLayout.magic.count
    /// Whether blocks of calls are kept, rather than their definitions alone.
    private let hasCalls: Bool

    /// - Throws: `SystemFailure` where the bytes cannot be read.
    init(_ bytes: RecordingBytes) throws {
        self.bytes = bytes
        sequence = BlockSequence()
        hasCalls = true
        tables = RecordingTables(numberLimit: bytes.count)
        defer { tables.finish() }
        try readBlocks()
    }

    /// For the definitions of a recording that is still written, as far as ``resume(with:)`` has read them.
    static var definitions: RecordingBlocks { RecordingBlocks(hasCalls: false, RecordingTables(callFacts: .none)) }

    /// For a recording that is still written, of which the calls are gone through as they come.
    static var growing: RecordingBlocks {
        RecordingBlocks(hasCalls: true, RecordingTables(numberLimit: 1 << 24, callFacts: .recent))
    }

    private init(hasCalls: Bool, _ tables: RecordingTables) {
        bytes = RecordingBytes([])
        sequence = BlockSequence()
        self.hasCalls = hasCalls
        self.tables = tables
    }

    /// Reads the blocks that have come since the last time, some `limit` bytes of them: ``calls`` are theirs, behind
    /// those that were not gone through to their end.
    ///
    /// - Parameter taken: by thread, how many calls were gone through.
    mutating func readOn(_ bytes: RecordingBytes, limit: Int, taken: [Int]) throws {
        calls.removeAll { taken.indices.contains($0.thread) && $0.firstCall + $0.count <= taken[$0.thread] }
        tables.forgetCalls(below: taken)
        damage.isCut = false
        self.bytes = bytes
        defer { tables.finishCalls() }
        try readBlocks(limit: limit)
    }

    /// For the blocks from `offset` on, with the definitions they need of those that were read up to their end.
    ///
    /// - Throws: `SystemFailure` where the bytes cannot be read.
    init(_ bytes: RecordingBytes, from offset: Int, definitions: RecordingBlocks) throws {
        self.bytes = bytes
        sequence = BlockSequence(partOf: definitions.sequence)
        about = definitions.about
        parent = definitions.parent
        notes = definitions.notes
        end = offset
        hasCalls = true
        tables = RecordingTables(partOf: definitions.tables)
        try readBlocks()
        tables.finish()
        tables.adopt(try namedNodes(definitions.tables.nodes), of: definitions.tables)
    }

    /// For a recording whose blocks an index tells of.
    ///
    /// - Parameters:
    ///   - facts: where blocks stand that tell of the whole recording, in order.
    ///   - calls: the blocks of calls.
    ///   - end: where the bytes end that the index tells of.
    ///   - define: takes the definitions, when the words for them are known.
    /// - Throws: ``RecordingIndexDamage`` where a block is not what the index says, and the errors of `define`.
    init(
        _ bytes: RecordingBytes, facts: [Int], calls: [Calls], mark: UInt64, end: Int, hasEnd: Bool, isCut: Bool,
        define: (inout RecordingTables) throws -> Void
    ) throws {
        self.bytes = bytes
        self.end = end
        self.calls = calls
        sequence = BlockSequence(of: mark)
        hasCalls = true
        areUnseen = true
        tables = RecordingTables(numberLimit: bytes.count)
        var block = AlignedBytes(capacity: 1 << 16)
        for offset in facts {
            guard case .block(let head) = try bytes.block(at: offset, into: &block), head.mark == mark else {
                throw RecordingIndexDamage()
            }
            take(head, block.bytes(count: head.payload), at: offset, followsDamage: true)
        }
        guard damage.bytes == 0, about != nil else { throw RecordingIndexDamage() }
        damage = RecordingDamage()
        (damage.hasEnd, damage.isCut) = (hasEnd, isCut)
        try define(&tables)
        tables.finish()
    }

    /// Reads the definitions that have come since the last time.
    mutating func resume(with bytes: RecordingBytes) throws {
        self.bytes = bytes
        // Of those in memory, a copy would be made as soon as more are written.
        defer { self.bytes = RecordingBytes([]) }
        try readBlocks()
    }

    /// Begins another pass through the calls.
    func beginPass() { bytes.beginPass() }

    /// - Parameter limit: after so many bytes, the next clock is the end: the blocks before one were written at once. A
    ///   clock that is far away is not waited for.
    private mutating func readBlocks(limit: Int = .max) throws {
        beginPass()
        var offset = end
        defer { end = offset }
        var block = AlignedBytes(capacity: 1 << 16)
        let start = offset
        let most = limit.multipliedReportingOverflow(by: 8)
        var isAtClock = false
        // Where damaged bytes end, of which it is not known which blocks they were.
        var damageEnd: Int?
        defer { settle() }
        while offset < bytes.count,
            offset - start < limit || !isAtClock && offset - start < (most.overflow ? .max : most.partialValue)
        {
            switch try bytes.block(at: offset, into: &block) {
            case .block(let head):
                take(head, block.bytes(count: head.payload), at: offset, followsDamage: damageEnd == offset)
                isAtClock = head.kind == RecordingLayout.BlockKind.clock.rawValue
                offset += RecordingLayout.headerSize + head.payload
            case .cut:
                damage.isCut = true
                return
            case .damaged(let head):
                let next = try bytes.nextBlock(after: offset) ?? bytes.count
                // Its place is known: it is damaged, and not missing besides.
                if let head { _ = place(of: head, count: 1, at: offset, followsDamage: damageEnd == offset) }
                damage.add(from: offset, to: next)
                additions.noteDamage(of: head, upTo: next, in: sequence)
                offset = next
                damageEnd = head == nil || damageEnd == offset ? next : damageEnd
            }
            if damage.hasEnd { break }
        }
        if damage.hasEnd, offset < bytes.count { damage.add(from: offset, to: bytes.count) }
    }

    /// Brings what was read in the order in which it was written.
    private mutating func settle() {
        (damage.missing, damage.late) = (sequence.missing, sequence.late)
        (damage.repeated, damage.foreign) = (sequence.repeated, sequence.foreign)
        if sequence.late > 0 { calls.sort { $0.number < $1.number } }
    }

    private mutating func place(
        of head: BlockHead, count: UInt64, at offset: Int, followsDamage: Bool
    ) -> BlockSequence.Place {
        let missing = sequence.missing
        let place = sequence.add(
            number: head.number, mark: head.mark, count: count, followsDamage: followsDamage)
        if place != .last || sequence.missing != missing { damage.note(at: offset) }
        return place
    }

    /// Whether calls have been written of which the images that lead to their places are yet to come.
    var lacksImages: Bool { images.isEmpty && !tables.stacks.isEmpty }

    /// Reads the calls of a block, which was whole when it was found.
    func readPayload(_ block: Calls, into buffer: inout AlignedBytes) throws {
        buffer.reserve(block.payload)
        if areUnseen { return try readUnseen(block, into: &buffer) }
        let start = block.offset + RecordingLayout.headerSize
        guard try bytes.read(at: start, into: buffer.space(count: block.payload)) == block.payload else {
            throw RecordingCutShort()
        }
    }

    private func readUnseen(_ block: Calls, into buffer: inout AlignedBytes) throws {
        guard case .block(let head) = try bytes.block(at: block.offset, into: &buffer),
            head.kind == RecordingLayout.BlockKind.calls.rawValue, head.mark == mark, head.number == block.number,
            head.payload == block.payload, head.thread == tables.threads[block.thread].number
        else { throw RecordingIndexDamage() }
    }

    private mutating func take(
        _ head: BlockHead, _ payload: UnsafeRawBufferPointer, at offset: Int, followsDamage: Bool
    ) {
        let kind = RecordingLayout.BlockKind(rawValue: head.kind)
        do {
            let count = kind == .dropped ? try Self.droppedCount(payload) : 1
            let place = place(of: head, count: count, at: offset, followsDamage: followsDamage)
            additions.note(head, place, at: offset, in: sequence)
            guard place == .last || place == .late else { return }
            switch kind {
            case .about, .images, .parent, .note, .places, .source: facts.append(offset)
            case .clock where place == .last: clocks = clocks.suffix(1) + [offset]
            default: break
            }
            switch kind {
            case .about: take(try JSONDecoder().decode(RecordingAbout.self, from: Data(payload)))
            case .images: images += try ProgramImage.decoded(payload)
            // The last one counts.
            case .clock: if place == .last { try takeClock(payload) }
            case .calls: try takeCalls(head, payload, at: offset)
            case .end:
                damage.hasEnd = true
                endBlock = offset
            case .parent: if place == .last { parent = Traceparent(String(decoding: payload, as: UTF8.self)) }
            case .early: try tables.readEarly(payload)
            case .note: notes.append(String(decoding: payload, as: UTF8.self))
            case .places: try additions.addPlaces(payload)
            case .source: try additions.addSource(payload)
            case .dropped, .index, nil: break
            }
        } catch {
            damage.add(from: offset, to: offset + RecordingLayout.headerSize + payload.count)
        }
    }

    private mutating func takeClock(_ payload: UnsafeRawBufferPointer) throws {
        var reader = ByteReader(payload)
        ticksBefore = lastTicks
        lastTicks = try reader.whole(UInt64.self)
        lastNanoseconds = try reader.whole(UInt64.self)
        drops.memory = Int(clamping: try reader.whole(UInt64.self))
        drops.limit = Int(clamping: try reader.whole(UInt64.self))
        drops.last = Int(clamping: try reader.whole(UInt64.self))
        drops.sample = Int(clamping: try reader.whole(UInt64.self))
        drops.filter = Int(clamping: try reader.whole(UInt64.self))
        drops.form = Int(clamping: try reader.whole(UInt64.self))
        drops.numbers = Int(clamping: try reader.whole(UInt64.self))
        describingTicks = try reader.whole(UInt64.self)
        cutDescriptions = Int(clamping: try reader.whole(UInt64.self))
    }

    private mutating func take(_ about: RecordingAbout) {
        self.about = about
        tables.setWords(roles: about.roles, behaviors: about.behaviors)
    }

    private mutating func takeCalls(_ head: BlockHead, _ payload: UnsafeRawBufferPointer, at offset: Int) throws {
        var reader = ByteReader(payload)
        let definitions = Int(try reader.whole(UInt32.self))
        let count = Int(try reader.whole(UInt32.self))
        let firstCall = Int(clamping: try reader.whole(UInt64.self))
        guard firstCall <= RecordingLayout.callLimit else { throw ByteReader.Damage() }
        let firstStart = try reader.whole(UInt64.self)
        let lastStart = try reader.whole(UInt64.self)
        let firstDepth = Int32(clamping: try reader.whole(UInt64.self))
        guard reader.offset + definitions <= payload.count, firstStart <= RecordingLayout.latestStart,
            firstDepth <= RecordingLayout.deepest
        else { throw ByteReader.Damage() }
        let part = UnsafeRawBufferPointer(rebasing: payload[reader.offset..<reader.offset + definitions])
        let thread = tables.addThread(head.thread)
        try tables.read(part, thread: thread)
        guard count > 0, hasCalls else { return }
        calls.append(
            Calls(
                offset: offset, number: head.number, payload: head.payload, definitions: definitions, thread: thread,
                count: count, firstCall: firstCall, firstStart: firstStart, lastStart: lastStart, firstDepth: firstDepth
            ))
    }
}

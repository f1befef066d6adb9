import Foundation

/// The blocks of a recording: found by one pass over its bytes, read again when their calls are wanted.
struct RecordingBlocks {
    /// Where a block of calls is.
    struct Calls {
        var offset: Int
        var payload: Int
        var definitions: Int
        /// The thread's index in the tables.
        var thread: Int
        var count: Int
        /// Which of its thread's calls the first one is.
        var firstCall: Int
        var firstStart: UInt64
        var lastStart: UInt64
        var firstDepth: Int32
    }

    private(set) var about: RecordingAbout?
    /// The program that the recorded one works for.
    private(set) var parent: Traceparent?
    private(set) var tables: RecordingTables
    private(set) var calls: [Calls] = []
    private(set) var images: [ProgramImage] = []
    private(set) var sites: [RecordedSite] = []
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

    let version: Int
    private var bytes: RecordingBytes
    /// Up to where the bytes were read.
    private(set) var end = RecordingLayout.magic.count
    /// Whether blocks of calls are kept, rather than their definitions alone.
    private let hasCalls: Bool

    /// - Throws: `SystemFailure` where the bytes cannot be read.
    init(_ bytes: RecordingBytes, version: Int) throws {
        self.bytes = bytes
        self.version = version
        hasCalls = true
        tables = RecordingTables(version: version, numberLimit: bytes.count)
        defer { tables.finish() }
        try readBlocks()
    }

    /// For the definitions of a recording that is still written, as far as ``goOn(with:)`` has read them.
    init(definitionsOfVersion version: Int) {
        bytes = RecordingBytes([])
        self.version = version
        hasCalls = false
        tables = RecordingTables(version: version, callFacts: .none)
    }

    /// For a recording that is still written, of which the calls are gone through as they come.
    init(growingOfVersion version: Int) {
        bytes = RecordingBytes([])
        self.version = version
        hasCalls = true
        tables = RecordingTables(version: version, numberLimit: 1 << 24, callFacts: .recent)
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
        version = definitions.version
        about = definitions.about
        parent = definitions.parent
        end = offset
        hasCalls = true
        tables = RecordingTables(partOf: definitions.tables)
        try readBlocks()
        tables.finish()
        tables.adopt(try namedNodes(definitions.tables.nodes), of: definitions.tables)
    }

    /// Reads the definitions that have come since the last time.
    mutating func goOn(with bytes: RecordingBytes) throws {
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
        while offset < bytes.count,
            offset - start < limit || !isAtClock && offset - start < (most.overflow ? .max : most.partialValue)
        {
            switch try read(at: offset, into: &block) {
            case .block(let header):
                take(header, block.bytes(count: header.payload), at: offset)
                isAtClock = header.kind == RecordingLayout.BlockKind.clock.rawValue
                offset += RecordingLayout.headerSize + header.payload
            case .cut:
                damage.isCut = true
                return
            case .damaged:
                guard let next = try findBlock(after: offset) else {
                    damage.add(from: offset, to: bytes.count)
                    return
                }
                damage.add(from: offset, to: next)
                offset = next
            }
            if damage.hasEnd { break }
        }
        if damage.hasEnd, offset < bytes.count { damage.add(from: offset, to: bytes.count) }
    }

    /// Whether calls have been written of which the images that lead to their places are yet to come.
    var lacksImages: Bool { images.isEmpty && sites.isEmpty && !tables.stacks.isEmpty }

    /// Reads the calls of a block, which was whole when it was found.
    func readPayload(_ block: Calls, into buffer: inout AlignedBytes) throws {
        buffer.reserve(block.payload)
        let start = block.offset + RecordingLayout.headerSize
        guard try bytes.read(at: start, into: buffer.space(count: block.payload)) == block.payload else {
            throw RecordingCutShort()
        }
    }

    /// The recorded numbers of the nodes that calls name, as far as `all` tells more of them than the blocks do.
    private func namedNodes(_ all: RecordedNodes) throws -> Set<UInt32> {
        let hasNames = !all.names.isEmpty
        let operations = (about?.operations ?? []).map { Trace.Operation(name: $0) }
        let namingOnes: Set<Trace.Operation?> = [.subscribe, .insert, .remove]
        let naming = Set(operations.indices.filter { namingOnes.contains(operations[$0]) }.map(UInt8.init))
        var named: Set<UInt32> = []
        var decoded = RecordedCalls()
        for block in calls {
            try decoded.read(block, of: self)
            for call in decoded.calls {
                if hasNames || !tables.nodes.isDefined(call.node) { named.insert(call.node) }
                guard naming.contains(call.operation) else { continue }
                // The observer and the disposable, or what is inserted or removed.
                named.insert(UInt32(truncatingIfNeeded: call.value))
                named.insert(UInt32(truncatingIfNeeded: call.value >> 32))
            }
        }
        return named
    }

    private struct Header {
        var kind: UInt8
        var thread: UInt32
        var payload: Int
    }

    private enum Found {
        case block(Header)
        case cut, damaged
    }

    private func read(at offset: Int, into buffer: inout AlignedBytes) throws -> Found {
        var fields = [UInt8](repeating: 0, count: RecordingLayout.headerSize)
        let count = try fields.withUnsafeMutableBytes { try bytes.read(at: offset, into: $0) }
        guard count == RecordingLayout.headerSize else { return .cut }
        let (sync, kind, size, thread, checksum) = fields.withUnsafeBytes {
            (
                UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 0, as: UInt32.self)),
                UInt8(exactly: UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self))),
                Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self))),
                UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)),
                UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
            )
        }
        guard sync == RecordingLayout.sync, let kind, size <= RecordingLayout.maximumPayload else { return .damaged }
        let start = offset + RecordingLayout.headerSize
        // A size that leads past the end may be a flipped bit: then another block follows.
        guard start + size <= bytes.count else { return try findBlock(after: offset) == nil ? .cut : .damaged }
        buffer.reserve(size)
        guard try bytes.read(at: start, into: buffer.space(count: size)) == size else { return .cut }
        let sum = RecordingChecksum.of(kind: kind, thread: thread, payload: buffer.bytes(count: size))
        guard sum == checksum else { return .damaged }
        return .block(Header(kind: kind, thread: thread, payload: size))
    }

    /// Where the next header stands, or seems to.
    private func findBlock(after offset: Int) throws -> Int? {
        let sync = withUnsafeBytes(of: RecordingLayout.sync.littleEndian) { Data($0) }
        var start = offset + 1
        while start < bytes.count {
            var part = Data(count: min(1 << 20, bytes.count - start))
            let count = try part.withUnsafeMutableBytes { try bytes.read(at: start, into: $0) }
            if let found = part.prefix(count).range(of: sync) { return start + found.lowerBound }
            guard count > sync.count else { return nil }
            start += count - sync.count + 1
        }
        return nil
    }

    private mutating func take(_ header: Header, _ payload: UnsafeRawBufferPointer, at offset: Int) {
        do {
            switch RecordingLayout.BlockKind(rawValue: header.kind) {
            case .about: take(try JSONDecoder().decode(RecordingAbout.self, from: Data(payload)))
            case .images: images += try ProgramImage.decoded(payload)
            case .places: sites += try JSONDecoder().decode([RecordedSite].self, from: Data(payload))
            case .clock:
                var reader = ByteReader(payload)
                ticksBefore = lastTicks
                lastTicks = try reader.whole(UInt64.self)
                lastNanoseconds = try reader.whole(UInt64.self)
                drops.memory = Int(clamping: try reader.whole(UInt64.self))
                drops.limit = Int(clamping: try reader.whole(UInt64.self))
                drops.last = Int(clamping: try reader.whole(UInt64.self))
                drops.sample = Int(clamping: try reader.whole(UInt64.self))
                drops.filter = Int(clamping: try reader.whole(UInt64.self))
                if !reader.isAtEnd { drops.form = Int(clamping: try reader.whole(UInt64.self)) }
                guard !reader.isAtEnd else { break }
                describingTicks = try reader.whole(UInt64.self)
                cutDescriptions = Int(clamping: try reader.whole(UInt64.self))
            case .calls: try takeCalls(header, payload, at: offset)
            case .end: damage.hasEnd = true
            case .parent: parent = Traceparent(String(decoding: payload, as: UTF8.self))
            case .early: try tables.readEarly(payload)
            case .imageMap, nil: break
            }
        } catch {
            damage.add(from: offset, to: offset + RecordingLayout.headerSize + payload.count)
        }
    }

    private mutating func take(_ about: RecordingAbout) {
        self.about = about
        tables.setWords(roles: about.roles, behaviors: about.behaviors ?? [])
    }

    private mutating func takeCalls(_ header: Header, _ payload: UnsafeRawBufferPointer, at offset: Int) throws {
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
        let thread = tables.addThread(header.thread)
        try tables.read(part, thread: thread)
        guard count > 0, hasCalls else { return }
        calls.append(
            Calls(
                offset: offset, payload: header.payload, definitions: definitions, thread: thread, count: count,
                firstCall: firstCall, firstStart: firstStart, lastStart: lastStart, firstDepth: firstDepth
            ))
    }
}

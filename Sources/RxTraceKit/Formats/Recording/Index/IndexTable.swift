/// What an index tells of a recording besides its calls: where the blocks are, and what a reading found.
struct IndexTable {
    var segments: [RecordingIndex.Segment] = []
    /// The sorts of calls that the segments count, by their numbers.
    private(set) var sorts: [EventSort] = []
    /// Where the bytes end that it tells of.
    var end = 0
    var hasEnd = false
    var isCut = false
    /// The rest, which needs the recording.
    private let rest: [UInt8]

    /// Changes with the words that a reading turns numbers into: an index by another rxtrace may have left some out.
    static let vocabulary: UInt64 = {
        let words =
            ["index 3"] + OperationRow.all.map { "\($0.name)" } + Trace.Role.allCases.map(\.name)
            + Trace.Behavior.allCases.map(\.name) + SubscriptionTracker.End.allCases.map(\.name)
        return Array(words.joined(separator: " ").utf8).withUnsafeBytes { RecordingChecksum.of($0) }
    }()

    init(_ bytes: [UInt8]) throws {
        do {
            self = try bytes.withUnsafeBytes { bytes in
                var reader = ByteReader(bytes)
                guard try reader.whole(UInt64.self) == Self.vocabulary else { throw RecordingIndexDamage() }
                var table = IndexTable(rest: [])
                table.end = Int(clamping: try reader.number())
                let state = try reader.byte()
                (table.hasEnd, table.isCut) = (state & 1 != 0, state & 2 != 0)
                var segment = RecordingIndex.Segment(calls: CallSegment(firstCall: 1, start: 0))
                for _ in 0..<(try reader.count()) {
                    segment.calls.firstCall += segment.calls.count
                    segment.calls.count = try reader.count()
                    let (start, isOver) = segment.calls.start.addingReportingOverflow(try reader.number())
                    guard !isOver, segment.calls.count > 0, segment.calls.firstCall <= Int(Int32.max) else {
                        throw ByteReader.Damage()
                    }
                    segment.calls.start = start
                    segment.offset = try reader.count()
                    segment.contents = try SegmentContents(&reader)
                    segment.sorts = try Self.counts(&reader)
                    table.segments.append(segment)
                }
                for _ in 0..<(try reader.count()) { table.sorts.append(try EventSort(&reader)) }
                guard table.segments.allSatisfy({ $0.sorts.last.map { $0.sort < table.sorts.count } ?? true }) else {
                    throw ByteReader.Damage()
                }
                return IndexTable(table, rest: Array(bytes[reader.offset...]))
            }
        } catch is ByteReader.Damage {
            throw RecordingIndexDamage()
        }
    }

    private init(rest: [UInt8]) { self.rest = rest }

    private init(_ table: IndexTable, rest: [UInt8]) {
        (segments, sorts) = (table.segments, table.sorts)
        (end, hasEnd, isCut) = (table.end, table.hasEnd, table.isCut)
        self.rest = rest
    }

    /// What the reading found of the recording.
    ///
    /// - Parameter index: holds the nodes.
    /// - Throws: ``RecordingIndexDamage`` where the recording is another.
    func findings(of recording: RecordingBytes, _ index: IndexBlocks) throws -> RecordingFindings {
        do {
            return try rest.withUnsafeBytes { bytes in
                var reader = ByteReader(bytes)
                let facts = try reader.numbers().map { Int(clamping: $0) }
                let calls = try Self.blocks(&reader)
                let blocks = try RecordingBlocks(
                    recording, facts: facts, calls: calls, mark: index.mark, end: end, hasEnd: hasEnd, isCut: isCut
                ) { tables in
                    for _ in 0..<(try reader.count()) {
                        let thread = tables.addThread(UInt32(truncatingIfNeeded: try reader.count()))
                        try tables.read(try reader.part(), thread: thread)
                    }
                }
                guard calls.allSatisfy({ blocks.tables.threads.indices.contains($0.thread) }) else {
                    throw ByteReader.Damage()
                }
                return try RecordingFindings(blocks, &reader, index)
            }
        } catch is ByteReader.Damage {
            throw RecordingIndexDamage()
        }
    }

    /// The table's bytes, of a reading that is over.
    static func bytes(
        _ findings: RecordingFindings, _ segments: [RecordingIndex.Segment], _ sorts: [EventSort],
        _ nodes: NodePages.Directory
    ) -> [UInt8] {
        let blocks = findings.blocks
        var bytes: [UInt8] = []
        bytes.add(whole: vocabulary)
        bytes.add(number: UInt64(blocks.endOffset))
        bytes.append((blocks.damage.hasEnd ? 1 : 0) | (blocks.damage.isCut ? 2 : 0))
        bytes.add(number: UInt64(segments.count))
        var start: UInt64 = 0
        for segment in segments {
            bytes.add(number: UInt64(segment.calls.count))
            bytes.add(number: segment.calls.start - start)
            bytes.add(number: UInt64(segment.offset))
            segment.contents.add(to: &bytes)
            add(segment.sorts, to: &bytes)
            start = segment.calls.start
        }
        bytes.add(number: UInt64(sorts.count))
        for sort in sorts { sort.add(to: &bytes) }
        bytes.add(numbers: (blocks.facts + blocks.clocks).sorted().map { UInt64($0) })
        add(blocks.calls, to: &bytes)
        blocks.tables.addDefinitions(to: &bytes)
        findings.add(nodes, to: &bytes)
        return bytes
    }

    private static func add(_ counts: [EventSortCounter.Count], to bytes: inout [UInt8]) {
        bytes.add(number: UInt64(counts.count))
        var last: UInt32 = 0
        for (sort, count) in counts {
            bytes.add(number: UInt64(sort - last))
            bytes.add(number: UInt64(count))
            last = sort
        }
    }

    /// Counts, by ascending numbers of sorts.
    private static func counts(_ reader: inout ByteReader) throws -> [EventSortCounter.Count] {
        var counts: [EventSortCounter.Count] = []
        var last: UInt64 = 0
        for _ in 0..<(try reader.count()) {
            last += try UInt64(reader.count())
            let count = try UInt32(reader.count())
            guard last <= UInt64(UInt32.max) else { throw ByteReader.Damage() }
            counts.append((UInt32(last), count))
        }
        return counts
    }

    private static func add(_ blocks: [RecordingBlocks.Calls], to bytes: inout [UInt8]) {
        bytes.add(number: UInt64(blocks.count))
        var (end, number, start) = (0, 0 as UInt64, 0 as UInt64)
        for block in blocks {
            bytes.add(number: UInt64(block.offset - end))
            bytes.add(number: block.number - number)
            for count in [block.payload, block.definitions, block.thread, block.count, block.firstCall] {
                bytes.add(number: UInt64(count))
            }
            bytes.add(number: Zigzag.encode(Int64(bitPattern: block.firstStart &- start)))
            bytes.add(number: block.lastStart &- block.firstStart)
            bytes.add(number: UInt64(block.firstDepth))
            (end, number, start) = (block.offset + block.payload, block.number, block.firstStart)
        }
    }

    private static func blocks(_ reader: inout ByteReader) throws -> [RecordingBlocks.Calls] {
        var blocks: [RecordingBlocks.Calls] = []
        var (end, number, start) = (0, 0 as UInt64, 0 as UInt64)
        for _ in 0..<(try reader.count()) {
            let offset = end + (try reader.callNumber())
            number &+= try reader.number()
            let (payload, definitions) = (try reader.count(), try reader.count())
            let (thread, count, firstCall) = (try reader.count(), try reader.count(), try reader.callNumber())
            let firstStart = start &+ UInt64(bitPattern: Zigzag.decode(try reader.number()))
            let lastStart = firstStart &+ (try reader.number())
            let depth = try reader.count()
            guard payload <= RecordingLayout.maximumPayload, RecordingLayout.callsHeaderSize + definitions <= payload,
                firstStart <= RecordingLayout.latestStart, depth <= Int(RecordingLayout.deepest), offset < 1 << 48
            else { throw ByteReader.Damage() }
            blocks.append(
                RecordingBlocks.Calls(
                    offset: offset, number: number, payload: payload, definitions: definitions, thread: thread,
                    count: count, firstCall: firstCall, firstStart: firstStart, lastStart: lastStart,
                    firstDepth: Int32(depth)))
            (end, start) = (offset + payload, firstStart)
        }
        return blocks
    }
}

extension [UInt8] {
    /// Adds numbers behind how many they are.
    mutating func add(numbers: [UInt64]) {
        add(number: UInt64(numbers.count))
        for number in numbers { add(number: number) }
    }

    /// Adds numbers of which many are a little more than the one before.
    mutating func add(steps numbers: some Collection<Int>) {
        add(number: UInt64(numbers.count))
        var last = 0
        for number in numbers {
            add(number: Zigzag.encode(Int64(number - last)))
            last = number
        }
    }
}

extension ByteReader {
    mutating func numbers() throws(Damage) -> [UInt64] {
        var numbers: [UInt64] = []
        for _ in 0..<(try count()) { numbers.append(try number()) }
        return numbers
    }

    mutating func steps() throws(Damage) -> [Int] {
        var (numbers, last): ([Int], Int) = ([], 0)
        for _ in 0..<(try count()) {
            last &+= Int(Zigzag.decode(try number()))
            numbers.append(last)
        }
        return numbers
    }
}

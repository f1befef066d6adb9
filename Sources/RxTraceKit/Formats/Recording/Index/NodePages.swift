import Synchronization

/// The nodes of a recording, read from its index when they are asked for, some at once: there may be millions.
final class NodePages: Sendable {
    /// Where the pages stand, and what is told of all nodes.
    struct Directory {
        /// How many nodes there are.
        var count = 0
        /// Where the blocks stand that have ``NodePages/size`` nodes each, in the order of their numbers in the trace.
        var nodes: [Int] = []
        /// Pages of ``NodePages/size`` recorded numbers each that have any node, ascending, and where their blocks stand.
        var numbered: [Int] = []
        var numbers: [Int] = []
        /// The stacks that led to the nodes' creation.
        var stacks: [Int] = []
        /// What ``places(of:_:)`` was when the turns were counted.
        var places: UInt64 = 0
    }

    static let size = 1 << 10

    private struct State {
        var nodes = RecentPages<RecordedNode>(most: 24)
        var numbers = RecentPages<Int32>(most: 64)
        var isDamaged = false
    }

    private let directory: Directory
    private let blocks: IndexBlocks
    private let state = Mutex(State())

    /// - Throws: ``RecordingIndexDamage`` where a page is not what was written.
    init(_ directory: Directory, _ blocks: IndexBlocks) throws {
        guard directory.count <= Int(Int32.max), directory.numbered.count == directory.numbers.count,
            directory.nodes.count == (directory.count + Self.size - 1) / Self.size
        else { throw RecordingIndexDamage() }
        (self.directory, self.blocks) = (directory, blocks)
        // Who asks for a node cannot be told of damage: all pages are looked at once.
        for (offsets, part) in [(directory.nodes, IndexPart.nodes), (directory.numbers, .numbers)] {
            for offset in offsets {
                guard try blocks.payload(at: offset).bytes.first == part.rawValue else { throw RecordingIndexDamage() }
            }
        }
    }

    var count: Int { directory.count }
    var stacks: [Int] { directory.stacks }

    /// Whether the turns are those that the places make which are known now.
    func knowsTurns(_ sites: SiteResolver) -> Bool { Self.places(of: directory.stacks, sites) == directory.places }

    /// Whether a page could not be read since it was looked at.
    var isDamaged: Bool { state.withLock { $0.isDamaged } }

    /// The node with a number of the trace, from 1 on.
    func node(_ id: Int) -> RecordedNode {
        let (page, place) = (id - 1).quotientAndRemainder(dividingBy: Self.size)
        return state.withLock { state in
            do {
                let nodes = try state.nodes.page(page) { try self.nodes(ofPage: page) }
                if place < nodes.count { return nodes[place] }
            } catch {}
            state.isDamaged = true
            return RecordedNode()
        }
    }

    /// The number in the trace of the node with a recorded number; -1 for none, and for 0.
    func id(ofNumber number: UInt32) -> Int32 {
        if number == 0 { return -1 }
        let (page, place) = Int(number).quotientAndRemainder(dividingBy: Self.size)
        return state.withLock { state in
            do {
                let ids = try state.numbers.page(page) { try self.ids(ofPage: page) }
                return place < ids.count && ids[place] > 0 ? ids[place] : -1
            } catch {
                state.isDamaged = true
                return -1
            }
        }
    }

    private func nodes(ofPage page: Int) throws -> [RecordedNode] {
        guard directory.nodes.indices.contains(page) else { throw RecordingIndexDamage() }
        let count = min(Self.size, directory.count - page * Self.size)
        return try read(directory.nodes[page]) { reader throws(ByteReader.Damage) in
            var nodes: [RecordedNode] = []
            nodes.reserveCapacity(count)
            for _ in 0..<count { nodes.append(try RecordedNode(&reader, count: directory.count)) }
            return nodes
        }
    }

    private func ids(ofPage page: Int) throws -> [Int32] {
        let place = directory.numbered.partitioningIndex { $0 >= page }
        guard place < directory.numbered.count, directory.numbered[place] == page else { return [] }
        return try read(directory.numbers[place]) { reader throws(ByteReader.Damage) in
            var (ids, last): ([Int32], Int) = ([], 0)
            while !reader.isAtEnd {
                let step = try reader.number()
                if step > 0 { last &+= Int(truncatingIfNeeded: Zigzag.decode(step - 1)) }
                guard (0...directory.count).contains(last) else { throw ByteReader.Damage() }
                ids.append(step == 0 ? 0 : Int32(last))
            }
            return ids
        }
    }

    private func read<Rows>(
        _ offset: Int, _ body: (inout ByteReader) throws(ByteReader.Damage) -> Rows
    ) throws -> Rows {
        try blocks.payload(at: offset).bytes.withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            _ = try reader.byte()
            return try body(&reader)
        }
    }

    /// A number for where stacks lead.
    static func places(of stacks: [Int], _ sites: SiteResolver) -> UInt64 {
        var sum = RecordingChecksum()
        for stack in stacks {
            guard let call = sites.userCall(of: stack) else { continue }
            let words = "\(stack) \(call.site) \(call.function.map { "\($0)" } ?? "")"
            Array(words.utf8).withUnsafeBytes { sum.add($0) }
        }
        return sum.value
    }
}

/// The pages that were asked for last.
private struct RecentPages<Row> {
    /// The last one first.
    private var pages: [(number: Int, rows: [Row])] = []
    private let most: Int

    init(most: Int) { self.most = most }

    mutating func page(_ number: Int, _ read: () throws -> [Row]) rethrows -> [Row] {
        if let first = pages.first, first.number == number { return first.rows }
        if let known = pages.firstIndex(where: { $0.number == number }) {
            pages.insert(pages.remove(at: known), at: 0)
        } else {
            let rows = try read()
            if pages.count == most { pages.removeLast() }
            pages.insert((number, rows), at: 0)
        }
        return pages[0].rows
    }
}

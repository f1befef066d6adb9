/// Writes the nodes of a recording into its index.
struct NodePagesWriter {
    private(set) var directory = NodePages.Directory()

    /// - Parameters:
    ///   - sites: tell where stacks lead.
    ///   - write: takes the payload of a block of the index; answers where it stands.
    init(
        _ columns: RecordedNodeColumns, _ tables: RecordingTables, _ sites: SiteResolver,
        _ write: ([UInt8]) -> Int
    ) {
        directory.count = columns.count
        var stacks: Set<Int> = []
        let turns = Self.turns(columns, tables, sites, &stacks)
        directory.stacks = stacks.sorted()
        directory.places = NodePages.places(of: directory.stacks, sites)
        for start in stride(from: 0, to: columns.count, by: NodePages.size) {
            var bytes = [IndexPart.nodes.rawValue]
            for position in start..<min(start + NodePages.size, columns.count) {
                var node = columns.node(at: position, tables)
                node.turn = turns[position]
                node.add(to: &bytes)
            }
            directory.nodes.append(write(bytes))
        }
        writeNumbers(columns, tables.nodes, write)
    }

    /// By position, ``RecordedNode/turn``.
    private static func turns(
        _ columns: RecordedNodeColumns, _ tables: RecordingTables, _ sites: SiteResolver, _ stacks: inout Set<Int>
    ) -> [Int32] {
        var turns = [Int32](repeating: -1, count: columns.count)
        var groups = CreationGroups()
        func count(_ given: CreationGroups.Given) {
            turns[given.position] = Int32(clamping: groups.nextTurn(of: given))
        }
        for position in 0..<columns.count {
            let (slot, stack) = (columns.slot(at: position), columns.stack(at: position))
            guard columns.maker(at: position) >= 0, stack >= 0 else { continue }
            stacks.insert(stack)
            guard !tables.nodes.allBehaviors(of: slot).contains(.inside), let call = sites.userCall(of: stack) else {
                continue
            }
            let type = tables.simpleType(tables.nodes.types[Int(slot)])
            let place = CreationGroups.Place(site: call.site, maker: call.function, type: type)
            if let given = groups.add(position, place, onThread: columns.maker(at: position)) { count(given) }
        }
        for given in groups.finish() { count(given) }
        return turns
    }

    private mutating func writeNumbers(
        _ columns: RecordedNodeColumns, _ nodes: RecordedNodes, _ write: ([UInt8]) -> Int
    ) {
        let numbers = nodes.numbers
        var known = (0..<columns.count).map { position in
            (number: Int(numbers[Int(columns.slot(at: position))]), id: position + 1)
        }
        known.sort { $0.number < $1.number }
        var next = 0
        while next < known.count {
            let page = known[next].number / NodePages.size
            var (bytes, place, last) = ([IndexPart.numbers.rawValue], page * NodePages.size, 0)
            while next < known.count, known[next].number / NodePages.size == page {
                let (number, id) = known[next]
                for _ in place..<number { bytes.add(number: 0) }
                bytes.add(number: Zigzag.encode(Int64(id - last)) + 1)
                (place, last) = (number + 1, id)
                next += 1
            }
            directory.numbered.append(page)
            directory.numbers.append(write(bytes))
        }
    }
}

extension NodePages.Directory {
    func add(to bytes: inout [UInt8]) {
        bytes.add(number: UInt64(count))
        bytes.add(steps: nodes)
        bytes.add(steps: numbered)
        bytes.add(steps: numbers)
        bytes.add(steps: stacks)
        bytes.add(whole: places)
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Damage) {
        count = try reader.count()
        nodes = try reader.steps()
        numbered = try reader.steps()
        numbers = try reader.steps()
        stacks = try reader.steps()
        places = try reader.whole(UInt64.self)
    }
}

/// What a recording tells of a node, in numbers.
struct RecordedNode: Equatable {
    var type: Int32 = RecordedNodes.none
    var role = Trace.Role.object
    /// Its own, and those of whom it works for.
    var behaviors: Trace.Behaviors = []
    /// Whom it works for, by the number in the trace; 0 for nobody that the trace names.
    var owner: Int32 = 0
    /// The stack that led to its creation; -1 for none.
    var stack: Int32 = -1
    /// The number of the thread that made it; -1 where the trace does not have its creation.
    var maker: Int32 = -1
    /// Whether it was there before the trace began.
    var isEarly = false
    /// The name that the program gave it.
    var name: String?
    /// How many calls of the user's made an object at the same place before it, on its thread; -1 for one that a call of the
    /// user's did not make, or not as the last one. An index tells it.
    var turn: Int32 = -1

    func node(_ id: Int, _ tables: RecordingTables, _ sites: SiteResolver) -> Trace.Node {
        Trace.Node(
            id: id, type: tables.simpleType(type), generic: tables.type(type), role: role,
            site: sites.userCall(of: Int(stack))?.site, name: name, isEarly: role.canBeEarly && isEarly,
            behaviors: behaviors, owner: owner == 0 ? nil : Int(owner))
    }

    // MARK: In an index

    private enum Flag {
        static let early: UInt8 = 1
        static let made: UInt8 = 2
        static let named: UInt8 = 4
        static let owned: UInt8 = 8
        static let given: UInt8 = 16
    }

    func add(to bytes: inout [UInt8]) {
        var flags: UInt8 = isEarly ? Flag.early : 0
        if maker >= 0 { flags |= Flag.made }
        if name != nil { flags |= Flag.named }
        if owner > 0 { flags |= Flag.owned }
        if turn >= 0 { flags |= Flag.given }
        bytes += [flags, role.rawValue]
        bytes.add(number: UInt64(UInt32(bitPattern: type)))
        bytes.add(number: UInt64(behaviors.bits))
        if maker >= 0 {
            bytes.add(number: UInt64(stack + 1))
            bytes.add(number: UInt64(maker))
        }
        if let name { bytes.add(text: name) }
        if owner > 0 { bytes.add(number: UInt64(owner)) }
        if turn >= 0 { bytes.add(number: UInt64(turn)) }
    }

    init() {}

    /// - Parameter count: how many nodes there are.
    init(_ reader: inout ByteReader, count: Int) throws(ByteReader.Damage) {
        let flags = try reader.byte()
        guard let role = Trace.Role(rawValue: try reader.byte()) else { throw ByteReader.Damage() }
        self.role = role
        isEarly = flags & Flag.early != 0
        type = Int32(truncatingIfNeeded: try reader.count())
        behaviors = Trace.Behaviors(bits: UInt32(truncatingIfNeeded: try reader.number()))
        if flags & Flag.made != 0 {
            stack = Int32(truncatingIfNeeded: try reader.count()) &- 1
            maker = Int32(clamping: try reader.count())
        }
        if flags & Flag.named != 0 { name = try reader.text() }
        if flags & Flag.owned != 0 {
            owner = Int32(clamping: try reader.count())
            guard owner <= count else { throw ByteReader.Damage() }
        }
        if flags & Flag.given != 0 { turn = Int32(clamping: try reader.count()) }
    }
}

/// What a recording's definitions say, by the numbers its calls use.
struct RecordingTables {
    /// The generic names of types.
    private(set) var types: [String?] = []
    /// The same without generic arguments.
    private(set) var simpleTypes: [String] = []
    private(set) var stacks: [[UInt]] = []
    private(set) var nodes = RecordedNodes()
    /// The numbers of nodes that were made before the recording began.
    private(set) var early: [UInt32] = []
    /// For each thread, what is known of calls that were open when they were written.
    private(set) var threads: [RecordedThread] = []

    static let unknownType = "-"

    mutating func addCalls(of thread: Int) {
        while threads.count <= thread { threads.append(RecordedThread()) }
    }

    /// Takes the definitions of a block of a thread's calls.
    mutating func read(_ bytes: UnsafeRawBufferPointer, thread: Int) throws(ByteReader.Damage) {
        var reader = ByteReader(bytes)
        addCalls(of: thread)
        while !reader.isAtEnd {
            guard let kind = RecordingLayout.Definition(rawValue: try reader.byte()) else { throw ByteReader.Damage() }
            switch kind {
            case .type: setType(try reader.count(), try reader.text())
            case .stack:
                let number = try reader.count()
                var addresses: [UInt] = []
                var last: Int64 = 0
                for _ in 0..<(try reader.count()) {
                    last &+= Zigzag.decode(try reader.number())
                    addresses.append(UInt(truncatingIfNeeded: last))
                }
                while stacks.count <= number { stacks.append([]) }
                stacks[number] = addresses
            case .node:
                let id = UInt32(truncatingIfNeeded: try reader.count())
                let role = Trace.Role(rawValue: try reader.byte()) ?? .object
                nodes.define(id, role: role, type: try reader.count())
            case .name:
                let id = UInt32(truncatingIfNeeded: try reader.count())
                nodes.setName(try reader.text(), of: id)
            case .close:
                let call = try reader.count()
                threads[thread].durations[call] = try reader.number()
            case .value:
                let call = try reader.count()
                threads[thread].values[call] = try reader.number()
            case .thread:
                threads[thread].isMain = try reader.byte() == 1
                threads[thread].mark = UInt(truncatingIfNeeded: try reader.whole(UInt64.self))
            }
        }
    }

    /// Takes the numbers of early nodes.
    mutating func readEarly(_ bytes: UnsafeRawBufferPointer) throws(ByteReader.Damage) {
        var reader = ByteReader(bytes)
        while !reader.isAtEnd { early.append(UInt32(truncatingIfNeeded: try reader.count())) }
    }

    func simpleType(_ type: Int32) -> String {
        simpleTypes.indices.contains(Int(type)) ? simpleTypes[Int(type)] : Self.unknownType
    }

    /// With its generic arguments; nil where it is not known.
    func type(_ type: Int32) -> String? {
        types.indices.contains(Int(type)) ? types[Int(type)] : nil
    }

    private mutating func setType(_ number: Int, _ name: String) {
        while types.count <= number {
            types.append(nil)
            simpleTypes.append(Self.unknownType)
        }
        types[number] = name
        simpleTypes[number] = String(name.prefix { $0 != "<" })
    }
}

/// What a recording says of a thread.
struct RecordedThread {
    var isMain = false
    /// Tells it from others that were alive at the same time.
    var mark: UInt = 0
    /// By the number of the call among the thread's.
    var durations: [Int: UInt64] = [:]
    var values: [Int: UInt64] = [:]
}

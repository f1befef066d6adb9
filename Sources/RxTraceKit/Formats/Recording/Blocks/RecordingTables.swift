/// A recording's definitions, by the numbers its calls use.
struct RecordingTables {
    /// The generic names of types.
    private(set) var types: [String?] = []
    /// The same without generic arguments.
    private(set) var simpleTypes: [String] = []
    private(set) var stacks: [[UInt]] = []
    private(set) var nodes: RecordedNodes
    /// The numbers of nodes that were made before the recording began.
    private(set) var early: [UInt32] = []
    /// For each thread, the facts known of calls that were open when they were written.
    private(set) var threads: [RecordedThread] = []

    static let unknownType = "-"

    /// The meaning of the numbers of roles and the bits of behaviors.
    private var roles: [Trace.Role] = Trace.Role.allCases
    private var behaviors: [Trace.Behavior?] = Trace.Behavior.allCases
    private let version: Int

    init(version: Int) {
        self.version = version
        nodes = RecordedNodes()
    }

    mutating func setWords(roles: [String], behaviors: [String]) {
        self.roles = roles.map { JSONNames.roleByName[$0] ?? .object }
        self.behaviors = behaviors.map { JSONNames.behaviorByName[$0] }
    }

    private func behaviors(_ bits: UInt64) -> Trace.Behaviors {
        var result: Trace.Behaviors = []
        for (bit, behavior) in behaviors.enumerated().prefix(64) where bits & 1 << UInt64(bit) != 0 {
            if let behavior { result.insert(behavior) }
        }
        return result
    }

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
                let number = Int(try reader.byte())
                let role = roles.indices.contains(number) ? roles[number] : .object
                guard version > 1 else {
                    nodes.define(id, role: role, type: try reader.count())
                    break
                }
                let behaviors = behaviors(try reader.number())
                nodes.define(
                    id, role: role, type: try reader.count(), behaviors: behaviors,
                    owner: UInt32(truncatingIfNeeded: try reader.count()))
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
                threads[thread].kind = RecordedThread.Kind(rawValue: try reader.byte()) ?? .own
                threads[thread].key = UInt(truncatingIfNeeded: try reader.whole(UInt64.self))
            case .kept:
                let call = Int32(truncatingIfNeeded: try reader.count())
                threads[thread].kept.add(ticket: try reader.number(), call: call)
            }
        }
    }

    /// Takes the numbers of early nodes.
    mutating func readEarly(_ bytes: UnsafeRawBufferPointer) throws(ByteReader.Damage) {
        var reader = ByteReader(bytes)
        while !reader.isAtEnd { early.append(UInt32(truncatingIfNeeded: try reader.count())) }
    }

    /// To be called when all definitions are read.
    mutating func finish() {
        for thread in threads.indices { threads[thread].kept.finish() }
        guard version == 1 else { return }
        nodes.setBehaviors(byType: simpleTypes.map { OlderRoles.behaviors(ofType: $0) })
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

/// A recording's definition of a thread.
package struct RecordedThread {
    /// Whose thread it is.
    package enum Kind: UInt8 {
        case own, main, pooled
    }

    var kind = Kind.own
    /// Tells it from others that were alive at the same time.
    var key: UInt = 0
    /// By the number of the call among the thread's.
    var durations: [Int: UInt64] = [:]
    var values: [Int: UInt64] = [:]
    var kept = KeptCalls()
}

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
    /// The threads, in the order in which the recording first speaks of them: calls name a thread by its index here.
    private(set) var threads: [RecordedThread] = []
    /// By its recorded number, the index of each thread in ``threads``.
    private(set) var threadIndices: [UInt32: Int] = [:]

    /// By the range of tickets, the recorded number of the thread that kept something by them.
    private(set) var keptRanges: [UInt64: UInt32] = [:]

    private var lastKeptRange: UInt64?

    static let unknownType = "-"

    /// The meaning of the numbers of roles and the bits of behaviors.
    private var roles: [Trace.Role] = Trace.Role.allCases
    private var behaviors: [Trace.Behavior?] = Trace.Behavior.allCases

    /// Which facts of single calls are kept.
    enum CallFacts {
        case all
        /// Those of calls that the reader has not gone through yet, and the values of others until it has seen them.
        case recent
        /// A reader of nothing but definitions has no use for them.
        case none
    }

    private let callFacts: CallFacts
    /// Values that were told after their calls were written, since the last time they were forgotten.
    private(set) var lateValues: [(thread: Int, call: Int, value: UInt64)] = []

    /// Types and stacks are numbered from 0, and each takes a few bytes: greater numbers than the recording has bytes are
    /// damage.
    private let numberLimit: Int

    init(numberLimit: Int = .max, callFacts: CallFacts = .all) {
        self.numberLimit = numberLimit
        self.callFacts = callFacts
        nodes = RecordedNodes()
    }

    /// For a part of the recording whose definitions are `all`: types and stacks are there, nodes come with the part.
    init(partOf all: RecordingTables) {
        self.init()
        types = all.types
        simpleTypes = all.simpleTypes
        stacks = all.stacks
        roles = all.roles
        behaviors = all.behaviors
        keptRanges = all.keptRanges
    }

    /// Takes from `all` the facts about a part's threads and nodes that were told before the part began.
    ///
    /// - Parameter named: the recorded numbers of nodes that the part's calls name.
    mutating func adopt(_ named: Set<UInt32>, of all: RecordingTables) {
        for index in threads.indices {
            guard let known = all.threadIndices[threads[index].number].map({ all.threads[$0] }) else { continue }
            threads[index].kind = known.kind
            threads[index].key = known.key
        }
        // In the order of their numbers, so that a part is read alike each time.
        early += nodes.adopt(named.sorted(), of: all.nodes)
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

    /// The index in ``threads`` of the thread with a recorded number, with room made for it.
    mutating func addThread(_ number: UInt32) -> Int {
        if let index = threadIndices[number] { return index }
        threadIndices[number] = threads.count
        threads.append(RecordedThread(number: number))
        return threads.count - 1
    }

    /// Takes the definitions of a block of calls of the thread with an index.
    mutating func read(_ bytes: UnsafeRawBufferPointer, thread: Int) throws(ByteReader.Damage) {
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard let kind = RecordingLayout.Definition(rawValue: try reader.byte()) else { throw ByteReader.Damage() }
            switch kind {
            case .type: setType(try number(&reader), try reader.text())
            case .stack:
                let number = try number(&reader)
                var addresses: [UInt] = []
                var last: Int64 = 0
                for _ in 0..<(try reader.count()) {
                    last &+= Zigzag.decode(try reader.number())
                    addresses.append(UInt(truncatingIfNeeded: last))
                }
                setStack(number, addresses)
            case .node:
                let id = UInt32(truncatingIfNeeded: try reader.count())
                let number = Int(try reader.byte())
                let role = roles.indices.contains(number) ? roles[number] : .object
                let behaviors = behaviors(try reader.number())
                nodes.define(
                    id, role: role, type: try reader.count(), behaviors: behaviors,
                    owner: UInt32(truncatingIfNeeded: try reader.count()))
            case .name:
                let id = UInt32(truncatingIfNeeded: try reader.count())
                nodes.setName(try reader.text(), of: id)
            case .close:
                let (call, duration) = (try reader.callNumber(), try reader.number())
                if callFacts != .none { threads[thread].durations[call] = duration }
            case .value:
                let (call, value) = (try reader.callNumber(), try reader.number())
                if callFacts != .none { threads[thread].values[call] = value }
                if callFacts == .recent { lateValues.append((thread, call, value)) }
            case .thread:
                threads[thread].kind = RecordedThread.Kind(rawValue: try reader.byte()) ?? .own
                threads[thread].key = UInt(truncatingIfNeeded: try reader.whole(UInt64.self))
            case .kept:
                let call = try reader.callNumber()
                let ticket = try reader.number()
                if callFacts != .none { threads[thread].kept.add(ticket: ticket, call: call) }
                let range = ticket >> RecordingLayout.ticketRangeBits
                if lastKeptRange != range {
                    keptRanges[range] = threads[thread].number
                    lastKeptRange = range
                }
            }
        }
    }

    /// Forgets what was told of the calls that were gone through: of each thread, those below a number.
    mutating func forgetCalls(below numbers: [Int]) {
        lateValues.removeAll(keepingCapacity: true)
        for (thread, number) in zip(threads.indices, numbers) {
            if !threads[thread].durations.isEmpty {
                threads[thread].durations = threads[thread].durations.filter { $0.key >= number }
            }
            if !threads[thread].values.isEmpty {
                threads[thread].values = threads[thread].values.filter { $0.key >= number }
            }
            threads[thread].kept.forgetCalls(below: number)
        }
    }

    /// To be called when the definitions are read of the calls that come next.
    mutating func finishCalls() {
        for thread in threads.indices where !threads[thread].kept.isEmpty { threads[thread].kept.finish() }
    }

    /// Takes the numbers of early nodes.
    mutating func readEarly(_ bytes: UnsafeRawBufferPointer) throws(ByteReader.Damage) {
        var reader = ByteReader(bytes)
        while !reader.isAtEnd { early.append(UInt32(truncatingIfNeeded: try reader.count())) }
    }

    /// To be called when all definitions are read.
    mutating func finish() {
        for thread in threads.indices { threads[thread].kept.finish() }
    }

    func simpleType(_ type: Int32) -> String {
        simpleTypes.indices.contains(Int(type)) ? simpleTypes[Int(type)] : Self.unknownType
    }

    /// With its generic arguments; nil where it is not known.
    func type(_ type: Int32) -> String? {
        types.indices.contains(Int(type)) ? types[Int(type)] : nil
    }

    /// The number of a type or a stack.
    private func number(_ reader: inout ByteReader) throws(ByteReader.Damage) -> Int {
        let number = try reader.count()
        guard number < numberLimit else { throw ByteReader.Damage() }
        return number
    }

    private mutating func setStack(_ number: Int, _ addresses: [UInt]) {
        guard !stacks.indices.contains(number) || stacks[number].isEmpty else { return }
        while stacks.count <= number { stacks.append([]) }
        stacks[number] = addresses
    }

    private mutating func setType(_ number: Int, _ name: String) {
        guard type(Int32(truncatingIfNeeded: number)) == nil else { return }
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

    /// Its number in the recording.
    let number: UInt32
    var kind = Kind.own
    /// Tells it from others that were alive at the same time.
    var key: UInt = 0
    /// By the number of the call among the thread's.
    var durations: [Int: UInt64] = [:]
    var values: [Int: UInt64] = [:]
    var kept = KeptCalls()
}

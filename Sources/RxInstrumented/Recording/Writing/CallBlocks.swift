import CRxTraceBuffer
import Dispatch
import RxTraceKit

/// Makes blocks of calls with the definitions that they need, and writes them to a ``RecordingOutput``.
///
/// A struct that is passed `inout`, because each access to an object's property would be checked for exclusivity.
struct CallBlocks: ~Copyable {
    var calls = CallEncoder()
    private var definitions = BlockBytes(capacity: 1 << 16)
    /// The numbers of the defined nodes that were made before the recording began.
    private var early = BlockBytes(capacity: 1 << 10)
    private var types = RecordingTypes()
    private(set) var stacks = RecordingStacks()
    private let output: RecordingOutput
    /// nil if the whole recording is kept.
    private var part: PartDefinitions?
    private var lastLookedBack: UInt32 = 0
    private(set) var callCount = 0

    /// Whether there is memory to write another chunk of records. Once false, it stays so.
    var hasMemory: Bool {
        guard !output.hasRunOut else { return false }
        if rxtrace_may_take(UInt64(types.count + stacks.all.count) * Self.bytesADefinition) { return true }
        output.runOutOfMemory()
        return false
    }

    /// The most bytes that a type or a stack takes while its table grows, with the old table still in memory.
    private static let bytesADefinition: UInt64 = 512

    /// Whether events' values are kept.
    let hasValues: Bool

    /// - Parameter hasParts: whether only the last parts of the recording are kept.
    init(_ output: RecordingOutput, hasParts: Bool, hasValues: Bool) {
        self.output = output
        self.hasValues = hasValues
        if hasParts { part = PartDefinitions() }
    }

    /// Begins a part, which defines the objects of its calls itself.
    mutating func beginPart() {
        guard part != nil else { return }
        part?.beginPart(at: DispatchTime.now().uptimeNanoseconds)
        lastLookedBack = 0
        for piece in part?.shared ?? [] {
            definitions.reserve(piece.count)
            piece.withUnsafeBytes { definitions.add($0) }
            _ = finish(thread: 0, firstCall: 0)
        }
    }

    /// Notes that all records that existed when the write began are written.
    mutating func endWrite() { part?.endWrite(at: DispatchTime.now().uptimeNanoseconds) }

    /// Whether calls may refer to objects of an earlier part, so that ``lookBack(_:_:value:)`` has to be called.
    var looksBack: Bool { part?.looksBack ?? false }

    /// Defines the objects of a call again if only an earlier part defines them.
    mutating func lookBack(_ node: UInt32, _ operation: UInt8, value: UInt64) {
        if node != lastLookedBack { redefine(node) }
        lastLookedBack = node
        guard Trace.Operation(rawValue: operation)?.row.namesObjects ?? false else { return }
        redefine(UInt32(truncatingIfNeeded: value))
        redefine(UInt32(truncatingIfNeeded: value >> 32))
    }

    private mutating func redefine(_ node: UInt32) {
        guard let known = part?.missing(node) else { return }
        define(node, known.definition)
        if let text = known.name { name(node: node, text) }
        redefine(known.definition.owner)
    }

    mutating func introduce(_ kind: RecordedThread.Kind, key: UInt64) {
        begin(.thread)
        definitions.add(whole: kind.rawValue)
        definitions.add(whole: key)
    }

    mutating func define(
        node: UInt32, role: UInt8, behaviors: UInt32, owner: UInt32, type: UInt, isEarly: Bool
    ) {
        // The type is defined before the node.
        let type = UInt32(truncatingIfNeeded: number(ofType: type))
        define(node, PartDefinitions.Node(type: type, behaviors: behaviors, owner: owner, role: role, isEarly: isEarly))
    }

    private mutating func define(_ node: UInt32, _ definition: PartDefinitions.Node) {
        begin(.node)
        definitions.add(UInt64(node))
        definitions.add(whole: definition.role)
        definitions.add(UInt64(definition.behaviors))
        definitions.add(UInt64(definition.type))
        definitions.add(UInt64(definition.owner))
        if definition.isEarly {
            early.reserve(BlockBytes.definitionSize)
            early.add(UInt64(node))
        }
        part?.add(node, definition)
    }

    private mutating func number(ofType address: UInt) -> Int {
        let before = definitions.count
        let number = types.number(of: address, &definitions)
        keepForParts(from: before)
        return number
    }

    /// Keeps the definitions from `start` on for later parts.
    private mutating func keepForParts(from start: Int) {
        guard definitions.count > start else { return }
        part?.add(shared: UnsafeRawBufferPointer(rebasing: definitions.bytes[start...]))
    }

    mutating func name(node: UInt32, _ name: String) {
        begin(.name)
        definitions.add(UInt64(node))
        definitions.add(name)
        part?.add(node: node, name: name)
    }

    private mutating func begin(_ definition: RecordingLayout.Definition) {
        definitions.reserve(BlockBytes.definitionSize)
        definitions.add(whole: definition.rawValue)
    }

    mutating func close(_ call: Int, duration: UInt64) {
        begin(.close)
        definitions.add(UInt64(call))
        definitions.add(duration)
    }

    mutating func setValue(_ call: Int, _ value: UInt64) {
        begin(.value)
        definitions.add(UInt64(call))
        definitions.add(value)
    }

    /// Adds that an element of a call was kept under a ticket.
    mutating func keep(_ call: Int, ticket: UInt64) {
        begin(.kept)
        definitions.add(UInt64(call))
        definitions.add(ticket)
    }

    mutating func attach(origin ticket: UInt64) { calls.attach(origin: ticket) }

    mutating func attach(text: MultiRecordPayload) {
        calls.attach(text: text)
    }

    mutating func attach(type: UInt) {
        calls.attach(.type, UInt64(number(ofType: type)))
    }

    /// Attaches a stack to the last call. Returns the stack's number.
    mutating func attach(stack: MultiRecordPayload) -> Int {
        let before = definitions.count
        let number = stacks.number(of: stack, &definitions)
        attach(stackNumber: number)
        keepForParts(from: before)
        return number
    }

    mutating func attach(stackNumber: Int) {
        calls.attach(.stack, UInt64(stackNumber))
    }

    /// Writes the calls and definitions added so far as a block. Returns how many calls it has.
    mutating func finish(thread: UInt32, firstCall: Int) -> Int {
        let count = calls.count
        callCount += count
        guard count > 0 || definitions.count > 0 else { return 0 }
        // Written before the nodes' definitions, so that a file that is cut in between does not show the nodes as made
        // in the recording.
        if early.count > 0 { output.write(.early, thread: 0, [early.bytes]) }
        early.removeAll()
        var head = BlockBytes(capacity: RecordingLayout.callsHeaderSize)
        head.add(whole: UInt32(truncatingIfNeeded: definitions.count))
        head.add(whole: UInt32(truncatingIfNeeded: count))
        head.add(whole: UInt64(firstCall))
        head.add(whole: calls.firstStart)
        head.add(whole: calls.lastStart)
        head.add(whole: UInt64(calls.firstDepth))
        output.write(.calls, thread: thread, [head.bytes, definitions.bytes, calls.bytes], calls: count)
        definitions.removeAll()
        calls.begin()
        return count
    }
}

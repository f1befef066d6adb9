import Dispatch
import TraceKit

/// Makes blocks of calls with the definitions they need, and hands them to a file or to memory.
final class CallBlocks {
    var calls = CallEncoder()
    private var definitions = ByteWriter()
    /// The numbers of those of the defined nodes that were made before the recording began.
    private var early = ByteWriter()
    private var types = RecordingTypes()
    private(set) var stacks = RecordingStacks()
    private let output: RecordingOutput
    /// nil where all of the recording is kept.
    private var part: PartDefinitions?
    private var lastLookedBack: UInt32 = 0
    /// How many calls were written.
    private(set) var callCount = 0

    /// Whether the events' values are kept.
    let hasValues: Bool

    /// - Parameter hasParts: whether only the last parts of the recording are kept.
    init(_ output: RecordingOutput, hasParts: Bool, hasValues: Bool) {
        self.output = output
        self.hasValues = hasValues
        if hasParts { part = PartDefinitions() }
    }

    /// Begins a part that says itself what its calls speak of.
    func beginPart() {
        guard part != nil else { return }
        part?.beginPart(at: DispatchTime.now().uptimeNanoseconds)
        lastLookedBack = 0
        definitions.add(bytes: part?.shared.bytes[...] ?? [])
        _ = finish(thread: 0, firstCall: 0)
    }

    /// Everything there was is written.
    func endWrite() { part?.endWrite(at: DispatchTime.now().uptimeNanoseconds) }

    /// Whether what calls speak of is to be checked with ``lookBack(_:_:value:)``.
    var looksBack: Bool { part?.looksBack ?? false }

    /// Defines again what a call speaks of and an earlier part has defined.
    func lookBack(_ node: UInt32, _ operation: UInt8, value: UInt64) {
        if node != lastLookedBack { redefine(node) }
        lastLookedBack = node
        // These name further nodes: an observer and a disposable, or what is inserted.
        guard let operation = Trace.Operation(rawValue: operation), operation == .subscribe || operation == .insert
        else { return }
        redefine(UInt32(truncatingIfNeeded: value))
        redefine(UInt32(truncatingIfNeeded: value >> 32))
    }

    private func redefine(_ node: UInt32) {
        guard let known = part?.missing(node) else { return }
        define(node: node, role: known.role, typeNumber: known.type, isEarly: known.isEarly)
        if let text = known.name { name(node: node, text) }
    }

    func introduce(isMain: Bool, mark: UInt64) {
        definitions.add(RecordingLayout.Definition.thread.rawValue)
        definitions.add(isMain ? UInt8(1) : 0)
        definitions.add(whole: mark)
    }

    func define(node: UInt32, role: UInt8, type: UInt, isEarly: Bool) {
        // What the type's number needs comes before the node.
        define(node: node, role: role, typeNumber: number(ofType: type), isEarly: isEarly)
    }

    private func define(node: UInt32, role: UInt8, typeNumber: Int, isEarly: Bool) {
        definitions.add(RecordingLayout.Definition.node.rawValue)
        definitions.add(UInt64(node))
        definitions.add(role)
        definitions.add(UInt64(typeNumber))
        if isEarly { early.add(UInt64(node)) }
        part?.add(node: node, role: role, type: typeNumber, isEarly: isEarly)
    }

    private func number(ofType address: UInt) -> Int {
        shared { types.number(of: address, &$0) }
    }

    /// Keeps what `define` adds for parts to come.
    private func shared(_ define: (inout ByteWriter) -> Int) -> Int {
        let start = definitions.bytes.count
        let number = define(&definitions)
        if definitions.bytes.count > start { part?.add(shared: definitions.bytes[start...]) }
        return number
    }

    func name(node: UInt32, _ name: [UInt8]) {
        definitions.add(RecordingLayout.Definition.name.rawValue)
        definitions.add(UInt64(node))
        definitions.add(String(decoding: name, as: UTF8.self))
        part?.add(node: node, name: name)
    }

    func close(_ call: Int, duration: UInt64) {
        definitions.add(RecordingLayout.Definition.close.rawValue)
        definitions.add(UInt64(call))
        definitions.add(duration)
    }

    func setValue(_ call: Int, _ value: UInt64) {
        definitions.add(RecordingLayout.Definition.value.rawValue)
        definitions.add(UInt64(call))
        definitions.add(value)
    }

    func attach(text: [UInt8]) {
        calls.attach(.text, UInt64(text.count), text)
    }

    func attach(type: UInt) {
        calls.attach(.type, UInt64(number(ofType: type)))
    }

    func attach(stack: [UInt]) {
        calls.attach(.stack, UInt64(shared { stacks.number(of: stack, &$0) }))
    }

    /// Writes what was added as a block. Returns how many calls it has.
    func finish(thread: UInt32, firstCall: Int) -> Int {
        let count = calls.count
        callCount += count
        guard count > 0 || !definitions.isEmpty else { return 0 }
        // Before what defines them: a file that is cut in between does not show them as made in it.
        if !early.isEmpty { output.write(.early, early.bytes) }
        early.removeAll()
        var head = ByteWriter()
        head.add(whole: UInt32(truncatingIfNeeded: definitions.bytes.count))
        head.add(whole: UInt32(truncatingIfNeeded: count))
        head.add(whole: UInt64(firstCall))
        head.add(whole: calls.firstStart)
        head.add(whole: calls.lastStart)
        head.add(whole: UInt64(calls.firstDepth))
        output.write(.calls, thread: thread, [head.bytes, definitions.bytes], calls.bytes)
        definitions.removeAll()
        calls.begin()
        return count
    }
}

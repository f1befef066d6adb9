import TraceKit

/// Makes blocks of calls with the definitions they need, and hands them to a file or to memory.
final class CallBlocks {
    var calls = CallEncoder()
    private var definitions = ByteWriter()
    private var types = RecordingTypes()
    private(set) var stacks = RecordingStacks()
    private let output: RecordingOutput

    init(_ output: RecordingOutput) {
        self.output = output
    }

    func introduce(isMain: Bool, mark: UInt64) {
        definitions.add(RecordingLayout.Definition.thread.rawValue)
        definitions.add(isMain ? UInt8(1) : 0)
        definitions.add(whole: mark)
    }

    func define(node: UInt32, role: UInt8, type: UInt) {
        // What the type's number needs comes before the node.
        let type = types.number(of: type, &definitions)
        definitions.add(RecordingLayout.Definition.node.rawValue)
        definitions.add(UInt64(node))
        definitions.add(role)
        definitions.add(UInt64(type))
    }

    func name(node: UInt32, _ name: [UInt8]) {
        definitions.add(RecordingLayout.Definition.name.rawValue)
        definitions.add(UInt64(node))
        definitions.add(String(decoding: name, as: UTF8.self))
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
        calls.attach(.type, UInt64(types.number(of: type, &definitions)))
    }

    func attach(stack: [UInt]) {
        calls.attach(.stack, UInt64(stacks.number(of: stack, &definitions)))
    }

    /// Writes what was added as a block. Returns how many calls it has.
    func finish(thread: UInt32, firstCall: Int) -> Int {
        let count = calls.count
        guard count > 0 || !definitions.isEmpty else { return 0 }
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

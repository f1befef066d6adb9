extension RecordingTables {
    /// Adds all definitions as blocks of calls hold them: for each thread its number, and the definitions with the thread's
    /// own; types, stacks and nodes are with the first.
    func addDefinitions(_ about: RecordingAbout?, to bytes: inout [UInt8]) {
        bytes.add(number: UInt64(threads.count))
        for (index, thread) in threads.enumerated() {
            var definitions = index == 0 ? commonDefinitions(about) : []
            thread.addDefinitions(to: &definitions)
            bytes.add(number: UInt64(thread.number))
            bytes.add(number: UInt64(definitions.count))
            bytes += definitions
        }
    }

    private func commonDefinitions(_ about: RecordingAbout?) -> [UInt8] {
        typealias Definition = RecordingLayout.Definition
        var bytes: [UInt8] = []
        for (number, type) in types.enumerated() {
            guard let type else { continue }
            bytes.append(Definition.type.rawValue)
            bytes.add(number: UInt64(number))
            bytes.add(text: type)
        }
        for (number, stack) in stacks.enumerated() where !stack.isEmpty {
            bytes.append(Definition.stack.rawValue)
            bytes.add(number: UInt64(number))
            bytes.add(number: UInt64(stack.count))
            var last: UInt = 0
            for address in stack {
                bytes.add(number: Zigzag.encode(Int64(bitPattern: UInt64(address &- last))))
                last = address
            }
        }
        let roles = Dictionary((about?.roles ?? []).enumerated().map { ($1, $0) }) { first, _ in first }
        let behaviors = (about?.behaviors ?? []).prefix(64).map { JSONNames.behaviorByName[$0] }
        // In the order of their slots, so that they get the same again.
        for (slot, number) in nodes.numbers.enumerated() {
            // One of an unknown type has a slot as well.
            if nodes.types[slot] != RecordedNodes.none || nodes.names[Int32(slot)] == nil {
                bytes.append(Definition.node.rawValue)
                bytes.add(number: UInt64(number))
                // A role without a name in the recording is that of a number without one.
                bytes.append(roles[nodes.roles[slot].name].flatMap { UInt8(exactly: $0) } ?? .max)
                bytes.add(number: Self.bits(of: nodes.behaviors[slot], behaviors))
                bytes.add(number: UInt64(UInt32(bitPattern: nodes.types[slot])))
                bytes.add(number: UInt64(nodes.owners[slot]))
            }
            if let name = nodes.names[Int32(slot)] {
                bytes.append(Definition.name.rawValue)
                bytes.add(number: UInt64(number))
                bytes.add(text: name)
            }
        }
        return bytes
    }

    private static func bits(of behaviors: Trace.Behaviors, _ words: [Trace.Behavior?]) -> UInt64 {
        guard !behaviors.isEmpty else { return 0 }
        return words.enumerated().reduce(0) { bits, word in
            word.element.map(behaviors.contains) ?? false ? bits | 1 << UInt64(word.offset) : bits
        }
    }
}

extension RecordedThread {
    fileprivate func addDefinitions(to bytes: inout [UInt8]) {
        typealias Definition = RecordingLayout.Definition
        bytes.append(Definition.thread.rawValue)
        bytes.append(kind.rawValue)
        bytes.add(whole: UInt64(key))
        for (call, duration) in durations.sorted(by: { $0.key < $1.key }) {
            bytes.append(Definition.close.rawValue)
            bytes.add(number: UInt64(call))
            bytes.add(number: duration)
        }
        for (call, value) in values.sorted(by: { $0.key < $1.key }) {
            bytes.append(Definition.value.rawValue)
            bytes.add(number: UInt64(call))
            bytes.add(number: value)
        }
    }
}

extension RecordingTables {
    /// Adds all definitions but those of nodes as blocks of calls hold them: for each thread its number, and the definitions
    /// with the thread's own; types and stacks are with the first.
    func addDefinitions(to bytes: inout [UInt8]) {
        bytes.add(number: UInt64(threads.count))
        for (index, thread) in threads.enumerated() {
            var definitions = index == 0 ? commonDefinitions : []
            thread.addDefinitions(to: &definitions)
            bytes.add(number: UInt64(thread.number))
            bytes.add(number: UInt64(definitions.count))
            bytes += definitions
        }
    }

    private var commonDefinitions: [UInt8] {
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
        return bytes
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

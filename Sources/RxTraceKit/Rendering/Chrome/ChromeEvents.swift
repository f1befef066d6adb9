/// Writes single events of Chrome's trace event format, one on each line.
struct ChromeEvents {
    private let output: TextOutput
    private var object: JSONObjectWriter
    private var isEmpty = true

    init(_ output: TextOutput) {
        self.output = output
        object = JSONObjectWriter(output)
    }

    /// Begins an event: its phase, and the thread it is on.
    @inline(__always)
    mutating func begin(_ phase: StaticString, thread: Int, at time: UInt64? = nil) throws {
        let isFirst = isEmpty
        isEmpty = false
        try output.writePieces { place in
            place.put(isFirst ? "\n{\"ph\":\"" : ",\n{\"ph\":\"")
            place.put(phase)
            place.put("\",\"pid\":1,\"tid\":")
            place.put(thread)
        }
        if let time { try add("ts", time: time) }
    }

    /// Adds a time, given in nanoseconds, in microseconds.
    @inline(__always)
    func add(_ key: StaticString, time: UInt64) throws {
        let (whole, fraction) = time.quotientAndRemainder(dividingBy: 1000)
        try begin(key) { place in
            place.put(whole)
            if fraction > 0 { place.put(decimals: fraction) }
        }
    }

    func add(_ key: StaticString, _ text: String) throws {
        try begin(key)
        try JSONText.write(text, to: output)
    }

    @inline(__always)
    func add(_ key: StaticString, literal text: StaticString) throws {
        try begin(key) { place in
            place.put("\"")
            place.put(text)
            place.put("\"")
        }
    }

    @inline(__always)
    func add(_ key: StaticString, _ number: Int) throws {
        try begin(key) { $0.put(number) }
    }

    /// Adds members that are written already, such as `"name":"on MapSink"`.
    func add(members: String) throws {
        try output.write(literal: ",")
        try output.write(members)
    }

    @inline(__always)
    private func begin(_ key: StaticString, _ value: (inout OutputPlace) -> Void = { _ in }) throws {
        try output.writePieces { place in
            place.put(",\"")
            place.put(key)
            place.put("\":")
            value(&place)
        }
    }

    /// Adds the arguments that `members` adds.
    @inline(__always)
    mutating func arguments(_ members: (inout JSONObjectWriter) throws -> Void) throws {
        try output.write(literal: ",\"args\":")
        try object.write(members)
    }

    @inline(__always)
    func end() throws { try output.write(literal: "}") }
}

/// Writes single events of Chrome's trace event format, one on each line.
struct ChromeEvents {
    private let output: TextOutput
    private var isEmpty = true

    init(_ output: TextOutput) {
        self.output = output
    }

    /// Begins an event: its phase, and the thread it is on.
    @inline(__always)
    mutating func begin(_ phase: StaticString, thread: Int, at time: UInt64? = nil) throws {
        if !isEmpty { try output.write(literal: ",") }
        isEmpty = false
        try output.write(literal: "\n{\"ph\":\"")
        try output.write(literal: phase)
        try output.write(literal: "\",\"pid\":1,\"tid\":")
        try output.write(thread)
        if let time { try add("ts", time: time) }
    }

    /// Adds a time, given in nanoseconds, in microseconds.
    @inline(__always)
    func add(_ key: StaticString, time: UInt64) throws {
        try begin(key)
        let (whole, fraction) = time.quotientAndRemainder(dividingBy: 1000)
        try output.write(whole)
        if fraction > 0 { try output.write(decimals: fraction) }
    }

    func add(_ key: StaticString, _ text: String) throws {
        try begin(key)
        try JSONText.write(text, to: output)
    }

    @inline(__always)
    func add(_ key: StaticString, literal text: StaticString) throws {
        try begin(key)
        try output.write(literal: "\"")
        try output.write(literal: text)
        try output.write(literal: "\"")
    }

    @inline(__always)
    func add(_ key: StaticString, _ number: Int) throws {
        try begin(key)
        try output.write(number)
    }

    /// Adds members that are written already, such as `"name":"on MapSink"`.
    func add(members: String) throws {
        try output.write(literal: ",")
        try output.write(members)
    }

    @inline(__always)
    private func begin(_ key: StaticString) throws {
        try output.write(literal: ",\"")
        try output.write(literal: key)
        try output.write(literal: "\":")
    }

    /// Begins the arguments, which are to be closed before anything else is added.
    @inline(__always)
    func beginArguments() throws -> JSONObjectWriter {
        try output.write(literal: ",\"args\":")
        return try JSONObjectWriter(output)
    }

    /// Adds the arguments that `members` adds.
    func arguments(_ members: (inout JSONObjectWriter) throws -> Void) throws {
        var object = try beginArguments()
        try members(&object)
        try object.close()
    }

    @inline(__always)
    func end() throws { try output.write(literal: "}") }
}

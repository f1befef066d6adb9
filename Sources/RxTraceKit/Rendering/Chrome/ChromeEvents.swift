/// Writes single events of Chrome's trace event format, one on each line.
struct ChromeEvents {
    private let output: TextOutput
    private var isEmpty = true

    init(_ output: TextOutput) {
        self.output = output
    }

    /// Begins an event: its phase, and the thread it is on.
    mutating func begin(_ phase: StaticString, thread: Int, at time: UInt64? = nil) throws {
        try output.write(literal: isEmpty ? "\n{\"ph\":\"" : ",\n{\"ph\":\"")
        isEmpty = false
        try output.write(literal: phase)
        try output.write(literal: "\",\"pid\":1,\"tid\":")
        try output.write(thread)
        if let time { try add("ts", time: time) }
    }

    /// Adds a time, given in nanoseconds, in microseconds.
    func add(_ key: StaticString, time: UInt64) throws {
        try begin(key)
        let (whole, fraction) = time.quotientAndRemainder(dividingBy: 1000)
        try output.write(whole)
        guard fraction > 0 else { return }
        try output.write(literal: fraction < 10 ? ".00" : fraction < 100 ? ".0" : ".")
        try output.write(fraction)
    }

    func add(_ key: StaticString, _ text: String) throws {
        try begin(key)
        try JSONText.write(text, to: output)
    }

    func add(_ key: StaticString, literal text: StaticString) throws {
        try begin(key)
        try output.write(literal: "\"")
        try output.write(literal: text)
        try output.write(literal: "\"")
    }

    func add(_ key: StaticString, _ number: Int) throws {
        try begin(key)
        try output.write(number)
    }

    /// Adds members that are written already, such as `"name":"on MapSink"`.
    func add(members: String) throws {
        try output.write(literal: ",")
        try output.write(members)
    }

    private func begin(_ key: StaticString) throws {
        try output.write(literal: ",\"")
        try output.write(literal: key)
        try output.write(literal: "\":")
    }

    /// Adds the arguments that `members` adds.
    func arguments(_ members: (inout JSONObjectWriter) throws -> Void) throws {
        try output.write(literal: ",\"args\":")
        var object = try JSONObjectWriter(output)
        try members(&object)
        try object.close()
    }

    func end() throws { try output.write(literal: "}") }
}

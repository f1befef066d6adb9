/// Writes one JSON object on one line, key by key; a key without a value is left out.
///
/// The bytes go straight to the output: a long trace has ten million objects, and a string for each would take longer
/// than all the rest.
struct JSONObjectWriter {
    private let output: TextOutput
    private var isEmpty = true

    /// Begins the object.
    @inline(__always)
    init(_ output: TextOutput) throws {
        self.output = output
        try output.write(literal: "{")
    }

    /// Ends the object.
    @inline(__always)
    func close() throws {
        try output.write(literal: "}")
    }

    @inline(__always)
    mutating func add(_ key: StaticString, _ value: String?) throws {
        guard let value else { return }
        try begin(key)
        try JSONText.write(value, to: output)
    }

    /// Adds one of the words of a format, which need no escaping.
    @inline(__always)
    mutating func add(_ key: StaticString, word: StaticString) throws {
        try begin(key)
        try output.write(literal: "\"")
        try output.write(literal: word)
        try output.write(literal: "\"")
    }

    @inline(__always)
    mutating func add(_ key: StaticString, _ value: (some FixedWidthInteger)?) throws {
        guard let value else { return }
        try begin(key)
        try output.write(value)
    }

    mutating func add(_ key: StaticString, _ value: Bool) throws {
        try begin(key)
        try output.write(literal: value ? "true" : "false")
    }

    /// Begins an object as a member, which is to be closed before anything else is added.
    @inline(__always)
    mutating func beginObject(_ key: StaticString) throws -> JSONObjectWriter {
        try begin(key)
        return try JSONObjectWriter(output)
    }

    /// Adds an object whose members `members` writes.
    @inline(__always)
    mutating func add(_ key: StaticString, members: (inout JSONObjectWriter) throws -> Void) throws {
        try begin(key)
        var object = try JSONObjectWriter(output)
        try members(&object)
        try object.close()
    }

    /// Adds an array of objects, one on each line after `indent` spaces, whose members `members` writes.
    mutating func add<Rows: Sequence>(
        _ key: StaticString, _ rows: Rows, indent: Int, members: (Rows.Element, inout JSONObjectWriter) throws -> Void
    ) throws {
        try begin(key)
        let margin = String(repeating: " ", count: indent)
        try output.write(literal: "[")
        var isFirst = true
        for row in rows {
            try output.write(literal: isFirst ? "\n" : ",\n")
            try output.write(margin)
            isFirst = false
            var object = try JSONObjectWriter(output)
            try members(row, &object)
            try object.close()
        }
        try output.write(literal: "]")
    }

    mutating func add(_ key: StaticString, words: [String]) throws {
        try begin(key)
        try output.write(literal: "[")
        for (position, word) in words.enumerated() {
            if position > 0 { try output.write(literal: ", ") }
            try JSONText.write(word, to: output)
        }
        try output.write(literal: "]")
    }

    mutating func add(_ key: StaticString, numbers: [Int]) throws {
        try begin(key)
        try output.write(literal: "[")
        for (position, number) in numbers.enumerated() {
            if position > 0 { try output.write(literal: ", ") }
            try output.write(number)
        }
        try output.write(literal: "]")
    }

    /// Keys are words of our own, which need no escaping.
    @inline(__always)
    private mutating func begin(_ key: StaticString) throws {
        if !isEmpty { try output.write(literal: ", ") }
        isEmpty = false
        try output.write(literal: "\"")
        try output.write(literal: key)
        try output.write(literal: "\": ")
    }
}

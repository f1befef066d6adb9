/// Writes JSON objects, key by key, each on one line; a key without a value is left out.
///
/// The bytes go straight to the output: a long trace has ten million objects, and a string for each would take longer
/// than all the rest. One writer does for all of them.
struct JSONObjectWriter {
    private let output: TextOutput
    private var isEmpty = true

    init(_ output: TextOutput) {
        self.output = output
    }

    /// Begins an object: the first one, one behind another that was ended, or a member that has its key.
    @inline(__always)
    mutating func begin() throws {
        isEmpty = true
        try output.write(literal: "{")
    }

    /// Ends the object that was begun last; what is added then belongs to the one around it.
    @inline(__always)
    mutating func end() throws {
        isEmpty = false
        try output.write(literal: "}")
    }

    /// Writes an object as ``begin()`` does, whose members `members` writes.
    @inline(__always)
    mutating func write(_ members: (inout JSONObjectWriter) throws -> Void) throws {
        try begin()
        try members(&self)
        try end()
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
        try begin(key) { place in
            place.put("\"")
            place.put(word)
            place.put("\"")
        }
    }

    @inline(__always)
    mutating func add(_ key: StaticString, _ value: (some FixedWidthInteger)?) throws {
        guard let value else { return }
        try begin(key) { $0.put(value) }
    }

    mutating func add(_ key: StaticString, _ value: Bool) throws {
        try begin(key)
        try output.write(literal: value ? "true" : "false")
    }

    /// Adds an object whose members `members` writes.
    @inline(__always)
    mutating func add(_ key: StaticString, members: (inout JSONObjectWriter) throws -> Void) throws {
        try begin(key)
        try write(members)
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
            try write { try members(row, &$0) }
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
    ///
    /// - Parameter value: puts a word or a number behind the key.
    @inline(__always)
    private mutating func begin(_ key: StaticString, _ value: (inout OutputPlace) -> Void = { _ in }) throws {
        let isFirst = isEmpty
        isEmpty = false
        try output.writePieces { place in
            place.put(isFirst ? "\"" : ", \"")
            place.put(key)
            place.put("\": ")
            value(&place)
        }
    }
}

/// Writes a JSON object as the OTLP/JSON mapping has it, key by key: ids in hexadecimal digits, whole numbers of 64 bits
/// as text.
struct OTLPObject {
    let output: TextOutput
    private var isEmpty = true

    init(_ output: TextOutput) throws {
        self.output = output
        try output.write(literal: "{")
    }

    func close() throws { try output.write(literal: "}") }

    /// Begins a member; its value is to be written next.
    mutating func begin(_ key: StaticString) throws {
        try output.write(literal: isEmpty ? "\"" : ",\"")
        isEmpty = false
        try output.write(literal: key)
        try output.write(literal: "\":")
    }

    mutating func add(_ key: StaticString, _ text: String) throws {
        try begin(key)
        try JSONText.write(text, to: output)
    }

    /// Adds a number of 32 bits.
    mutating func add(_ key: StaticString, _ number: Int) throws {
        try begin(key)
        try output.write(number)
    }

    mutating func add(_ key: StaticString, time: UInt64) throws {
        try begin(key)
        try output.write(literal: "\"")
        try output.write(time)
        try output.write(literal: "\"")
    }

    mutating func add(_ key: StaticString, id: UInt64) throws {
        try begin(key)
        try output.write(literal: "\"")
        try output.write(hexadecimal: id)
        try output.write(literal: "\"")
    }

    /// Adds members that are written already, such as `"name":"next"`.
    mutating func add(members: String) throws {
        if !isEmpty { try output.write(literal: ",") }
        isEmpty = false
        try output.write(members)
    }

    /// Adds the attributes that `attributes` adds.
    mutating func add(attributes: (inout OTLPAttributes) throws -> Void) throws {
        try output.write(literal: isEmpty ? "\"attributes\":[" : ",\"attributes\":[")
        isEmpty = false
        var list = OTLPAttributes(output)
        try attributes(&list)
        try output.write(literal: "]")
    }
}

/// Writes attributes one after the other; one without a value is left out.
struct OTLPAttributes {
    private let output: TextOutput
    private var isEmpty: Bool

    /// - Parameter isEmpty: whether none is written yet.
    init(_ output: TextOutput, isEmpty: Bool = true) {
        self.output = output
        self.isEmpty = isEmpty
    }

    mutating func add(_ key: StaticString, _ text: String?) throws {
        guard let text else { return }
        try begin(key)
        try output.write(literal: "\"stringValue\":")
        try JSONText.write(text, to: output)
        try output.write(literal: "}}")
    }

    mutating func add(_ key: StaticString, _ number: Int?) throws {
        guard let number else { return }
        try begin(key)
        try add(value: number)
        try output.write(literal: "}")
    }

    mutating func add(_ key: StaticString, _ value: Bool) throws {
        try begin(key)
        try output.write(literal: value ? "\"boolValue\":true}}" : "\"boolValue\":false}}")
    }

    mutating func add(_ key: StaticString, _ numbers: [Int]) throws {
        try begin(key)
        try output.write(literal: "\"arrayValue\":{\"values\":[")
        for (position, number) in numbers.enumerated() {
            try output.write(literal: position == 0 ? "{" : ",{")
            try add(value: number)
        }
        try output.write(literal: "]}}}")
    }

    mutating func add(_ site: Trace.Site?) throws {
        guard let site else { return }
        try add("code.file.path", site.file)
        try add("code.line.number", site.line)
    }

    private func add(value number: Int) throws {
        try output.write(literal: "\"intValue\":\"")
        try output.write(number)
        try output.write(literal: "\"}")
    }

    private mutating func begin(_ key: StaticString) throws {
        try output.write(literal: isEmpty ? "{\"key\":\"" : ",{\"key\":\"")
        isEmpty = false
        try output.write(literal: key)
        try output.write(literal: "\",\"value\":{")
    }
}

/// Writes the events of a trace as comma-separated values (RFC 4180): a row for each call that was handed an event, in
/// the order they started.
///
/// The columns are those of a call in the trace document, with the names of its thread and its node beside their
/// numbers. A key without a value is empty; an empty text is `""`. Values stand as they were recorded, so that a reader
/// gets them back, but for the characters that terminals obey, line breaks and tabs aside: `\u{9B}` stands for one.
///
/// ```
/// rxtrace csv timer | head -2
/// ```
public struct CSVRenderer: TraceSourceRenderer, Sendable {
    private static let header =
        "id,parent,origin,parts,operation,thread,thread_name,node,type,name,subscription,kind,value,file,line,start,"
        + "duration\r\n"

    /// Makes a renderer.
    public init() {}

    public func render(_ source: any TraceSource, to output: TextOutput) throws {
        try output.write(Self.header)
        let threads = Dictionary(uniqueKeysWithValues: source.threads.map { ($0.id, $0.name) })
        var nodes = RecentNodes(source.nodes)
        try source.forEachCall { call in
            guard let event = call.event else { return }
            let node = nodes[call.node]
            var row = CSVRow(output)
            try row.add(call.id)
            try row.add(call.parent)
            try row.add(call.origin)
            try row.add(numbers: call.parts)
            try row.add(word: call.operation.word)
            try row.add(call.thread)
            try row.add(threads[call.thread])
            try row.add(call.node)
            try row.add(call.type ?? node?.type)
            try row.add(node?.name)
            try row.add(call.subscription)
            try row.add(word: event.kind.word)
            try row.add(event.value)
            try row.add(call.site?.file)
            try row.add(call.site?.line)
            try row.add(call.start)
            try row.add(call.duration)
            try row.end()
        }
    }
}

/// One row, field by field.
private struct CSVRow {
    private let output: TextOutput
    private var isEmpty = true

    init(_ output: TextOutput) {
        self.output = output
    }

    @inline(__always)
    mutating func add(_ number: (some FixedWidthInteger)?) throws {
        try begin()
        if let number { try output.write(number) }
    }

    /// One of the format's own words, which needs no quotation marks.
    @inline(__always)
    mutating func add(word: StaticString) throws {
        try begin()
        try output.write(literal: word)
    }

    /// Numbers with spaces between them.
    mutating func add(numbers: [Int]) throws {
        try begin()
        for (position, number) in numbers.enumerated() {
            if position > 0 { try output.write(literal: " ") }
            try output.write(number)
        }
    }

    mutating func add(_ text: String?) throws {
        try begin()
        guard let text else { return }
        // A text that needs no quotation marks: most are words and numbers.
        if try !text.isEmpty && output.write(text, unless: Self.isSpecial) { return }
        try output.write(literal: "\"")
        // Scalar by scalar: a mark that combines with the quotation mark must not hide it.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": try output.write(literal: "\"\"")
            case "\n", "\t": try output.write(String(scalar))
            default: try output.write(TerminalText.escaped(String(scalar)))
            }
        }
        try output.write(literal: "\"")
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || TerminalText.mayBeginUnsafe(byte) || byte == UInt8(ascii: "\"")
    }

    @inline(__always)
    private mutating func begin() throws {
        if !isEmpty { try output.write(literal: ",") }
        isEmpty = false
    }

    /// As RFC 4180 has it, with a carriage return too.
    func end() throws { try output.write(literal: "\r\n") }
}

/// Writes JSON that stands in an HTML file: characters that could end its element, or begin another, are escaped.
struct InertJSON {
    let output: TextOutput

    /// Writes `"key":`, after a comma unless it is the first of its object.
    func key(_ key: StaticString, isFirst: Bool = false) throws {
        try output.write(literal: isFirst ? "\"" : ",\n\"")
        try output.write(literal: key)
        try output.write(literal: "\":")
    }

    func string(_ value: String) throws {
        try output.write(literal: "\"")
        if try !output.write(value, unless: Self.isSpecial) {
            var text = ""
            for scalar in value.unicodeScalars { Self.append(scalar, to: &text) }
            try output.write(text)
        }
        try output.write(literal: "\"")
    }

    func array<Elements: Sequence>(_ elements: Elements, _ write: (Elements.Element) throws -> Void) throws {
        try output.write(literal: "[")
        var isFirst = true
        for element in elements {
            if !isFirst { try output.write(literal: ",") }
            isFirst = false
            try write(element)
        }
        try output.write(literal: "]")
    }

    func numbers(_ numbers: some Sequence<some FixedWidthInteger>) throws {
        try array(numbers) { try output.write($0) }
    }

    /// Writes numbers of which there may be many: those are packed.
    ///
    /// - Parameter inSteps: whether many of them are a little more than the one before.
    func column(_ numbers: some Collection<some FixedWidthInteger>, inSteps: Bool = false) throws {
        guard numbers.count >= PageColumn.least else { return try self.numbers(numbers) }
        try output.write(literal: "\"")
        try output.write(PageColumn.text(numbers.map { Int64(clamping: $0) }, inSteps: inSteps))
        try output.write(literal: "\"")
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x7F || byte == UInt8(ascii: "<")
            || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "&")
    }

    /// Escapes what JSON asks for, `<`, `>` and `&`, and every character that shows nothing or turns the direction of
    /// writing, so that whoever reads the file's source sees it as well.
    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar.value {
        case 0..<0x20, 0x22, 0x26, 0x3C, 0x3E, 0x5C, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x2069, 0xFEFF:
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}

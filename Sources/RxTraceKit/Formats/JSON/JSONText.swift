/// Text the way a JSON string holds it.
package enum JSONText {
    /// Appends `value` in quotes, with everything escaped that JSON, a script the JSON is pasted into, or a terminal takes
    /// for something else.
    static func append(_ value: String, to text: inout String) {
        text += "\""
        // Almost no text needs the walk below.
        if !value.utf8.contains(where: mayNeedEscape) {
            text += value
        } else {
            for scalar in value.unicodeScalars { append(scalar, to: &text) }
        }
        text += "\""
    }

    /// Writes `value` as ``append(_:to:)`` does.
    static func write(_ value: String, to output: TextOutput) throws {
        try output.write(literal: "\"")
        if try !output.write(value, unless: mayNeedEscape) {
            var text = ""
            for scalar in value.unicodeScalars { append(scalar, to: &text) }
            try output.write(text)
        }
        try output.write(literal: "\"")
    }

    /// A document that other code wrote, on lines, with everything escaped in its strings that a terminal takes for
    /// something else.
    package static func escapingUnsafe(in document: String) -> String {
        var text = ""
        for scalar in document.unicodeScalars {
            if scalar != "\n", TerminalText.isUnsafe(scalar) {
                append(scalar, to: &text)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// `value` in quotes, on one line and of a length a message can hold.
    static func quoted(_ value: String, limit: Int = 40) -> String {
        var text = ""
        append(value.count > limit ? value.prefix(limit) + "…" : value, to: &text)
        return text
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte == 0x22 || byte == 0x5C || TerminalText.mayBeginUnsafe(byte)
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case _ where TerminalText.isUnsafe(scalar):
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}

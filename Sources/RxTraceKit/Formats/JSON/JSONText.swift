/// Text the way a JSON string holds it.
enum JSONText {
    /// Appends `value` in quotes, with everything escaped that JSON, or a script the JSON is pasted into, takes for
    /// something else.
    static func append(_ value: String, to text: inout String) {
        text += "\""
        // 0xE2 leads U+2028 and U+2029; almost no text needs the walk below.
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0xE2 }) {
            text += value
        } else {
            for scalar in value.unicodeScalars { append(scalar, to: &text) }
        }
        text += "\""
    }

    /// Writes `value` as ``append(_:to:)`` does.
    static func write(_ value: String, to output: TextOutput) throws {
        try output.write(literal: "\"")
        if try !output.write(value, unless: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0xE2 }) {
            var text = ""
            for scalar in value.unicodeScalars { append(scalar, to: &text) }
            try output.write(text)
        }
        try output.write(literal: "\"")
    }

    /// `value` in quotes, on one line and of a length a message can hold.
    static func quoted(_ value: String, limit: Int = 40) -> String {
        var text = ""
        append(value.count > limit ? value.prefix(limit) + "…" : value, to: &text)
        return text
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case "\u{0}"..<" ", "\u{2028}", "\u{2029}":
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}

/// A word or a sign of Swift source.
struct SwiftToken: Equatable {
    var text: String
    /// From 1.
    var line: Int

    var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
}

/// Takes Swift source apart. Comments and the text of strings are left out; what strings interpolate is code.
struct SwiftTokens {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private(set) var tokens: [SwiftToken] = []

    init(_ source: String) {
        bytes = Array(source.utf8)
        while position < bytes.count { readToken() }
    }

    private func starts(with text: StaticString, at offset: Int = 0) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.dropFirst(position + offset).starts(with: wanted)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private mutating func readToken() {
        if starts(with: "//") {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { advance() }
        } else if starts(with: "/*") {
            skipComment()
        } else if let hashes = hashesOfString() {
            readString(hashes: hashes)
        } else if Self.isWord(bytes[position]) {
            let start = position
            while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
            tokens.append(SwiftToken(text: String(decoding: bytes[start..<position], as: UTF8.self), line: line))
        } else {
            if bytes[position] > 0x20, bytes[position] != UInt8(ascii: "`") {
                tokens.append(SwiftToken(text: String(UnicodeScalar(bytes[position])), line: line))
            }
            advance()
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                advance(2)
            } else if starts(with: "*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
    }

    /// How many number signs stand before the string that begins here; nil where none begins.
    private func hashesOfString() -> Int? {
        let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        return starts(with: "\"", at: hashes) ? hashes : nil
    }

    private mutating func readString(hashes: Int) {
        advance(hashes)
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        advance(quotes)
        let end = Array(repeating: UInt8(ascii: "\""), count: quotes) + hashSigns(hashes)
        let escape = [UInt8(ascii: "\\")] + hashSigns(hashes)
        while position < bytes.count {
            if bytes[position...].starts(with: end) { return advance(end.count) }
            if bytes[position...].starts(with: escape) {
                advance(escape.count)
                if starts(with: "(") { readInterpolation() } else { advance() }
            } else {
                advance()
            }
        }
    }

    private func hashSigns(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "#"), count: count) }

    private mutating func readInterpolation() {
        let depth = { (tokens: ArraySlice<SwiftToken>) in
            tokens.reduce(0) { $0 + ($1.text == "(" ? 1 : $1.text == ")" ? -1 : 0) }
        }
        let start = tokens.count
        repeat { readToken() } while position < bytes.count && depth(tokens[start...]) > 0
    }
}

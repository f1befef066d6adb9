/// Reads the tokens of Swift source. Comments are none, and a string is one, whatever is interpolated in it.
struct SourceTokenReader {
    private(set) var tokens: [SourceToken] = []
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var startsLine = true
    /// How many strings are around, each in an interpolation of the one before.
    private var nesting = 0
    private static let deepest = 64

    private static let (newline, quote, backslash, hash) = (
        UInt8(ascii: "\n"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "#")
    )
    private static let operators = Set("/=-+!*%<>&|^~?".utf8)

    init(_ lines: [String]) {
        bytes = Array(lines.joined(separator: "\n").utf8)
    }

    mutating func read() {
        while let byte = peek() {
            if byte == Self.newline || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 13 {
                advance()
            } else if isNext("//") {
                while let next = peek(), next != Self.newline { advance() }
            } else if isNext("/*") {
                skipComment()
            } else if let hashes = hashesOfString() {
                add(.literal, "")
                skipString(hashes: hashes)
            } else if isNext("#/") {
                add(.literal, "")
                advance(2)
                while peek() != nil, !isNext("/#") { advance() }
                advance(2)
            } else if Self.isOfWord(byte) || byte == UInt8(ascii: "`") || byte == Self.hash {
                readWord()
            } else {
                readMark()
            }
        }
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count {
            if peek() == Self.newline {
                line += 1
                startsLine = true
            }
            position += 1
        }
    }

    private mutating func add(_ kind: SourceToken.Kind, _ text: String, isQuoted: Bool = false) {
        let isMember = tokens.last.map { $0.kind == .mark && $0.text == "." } ?? false
        tokens.append(
            SourceToken(
                kind: kind, text: text, line: line, startsLine: startsLine, isNeverKeyword: isMember || isQuoted))
        startsLine = false
    }

    /// Letters of other scripts too.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: byte >= 0x80
        }
    }

    private mutating func readWord() {
        let isQuoted = peek() == UInt8(ascii: "`")
        if isQuoted { advance() }
        let start = position
        if peek() == Self.hash { position += 1 }
        while let next = peek(), Self.isOfWord(next) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isQuoted, peek() == UInt8(ascii: "`") { position += 1 }
        let isNumber = !isQuoted && text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        add(isNumber ? .literal : .word, isNumber ? "" : text, isQuoted: isQuoted)
    }

    /// The brackets of a type's arguments are marks of their own, even where they meet.
    private mutating func readMark() {
        var end = position + 1
        if Self.operators.contains(bytes[position]) {
            while end < bytes.count, Self.operators.contains(bytes[end]) { end += 1 }
        } else if bytes[position] == UInt8(ascii: ".") {
            while end < bytes.count, bytes[end] == UInt8(ascii: ".") { end += 1 }
        }
        let mark = bytes[position..<end]
        if mark.count > 1, mark != Array("??".utf8)[...], mark.allSatisfy(Set("<>?!".utf8).contains) {
            end = position + 1
        }
        add(.mark, String(decoding: bytes[position..<end], as: UTF8.self))
        position = end
    }

    /// Comments may hold comments.
    private mutating func skipComment() {
        var depth = 0
        while peek() != nil {
            if isNext("/*") {
                depth += 1
                advance(2)
            } else if isNext("*/") {
                depth -= 1
                advance(2)
                if depth == 0 { return }
            } else {
                advance()
            }
        }
    }

    /// How many `#` stand before a string that begins here; nil where none begins.
    private func hashesOfString() -> Int? {
        var count = 0
        while peek(count) == Self.hash { count += 1 }
        return peek(count) == Self.quote ? count : nil
    }

    private mutating func skipString(hashes: Int) {
        nesting += 1
        defer {
            nesting -= 1
            startsLine = false
        }
        advance(hashes)
        let isLong = isNext("\"\"\"")
        advance(isLong ? 3 : 1)
        while let byte = peek() {
            if byte == Self.backslash, isFollowed(by: hashes) {
                advance(1 + hashes)
                if peek() == UInt8(ascii: "("), nesting < Self.deepest { skipInterpolation() } else { advance() }
            } else if byte == Self.quote, !isLong || isNext("\"\"\""), isFollowed(by: hashes, after: isLong ? 3 : 1) {
                return advance((isLong ? 3 : 1) + hashes)
            } else if byte == Self.newline, !isLong {
                return
            } else {
                advance()
            }
        }
    }

    private func isFollowed(by hashes: Int, after offset: Int = 1) -> Bool {
        (0..<hashes).allSatisfy { peek(offset + $0) == Self.hash }
    }

    private mutating func skipInterpolation() {
        var depth = 0
        while let byte = peek() {
            if let hashes = hashesOfString() {
                skipString(hashes: hashes)
                continue
            }
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            advance()
            if depth == 0 { return }
        }
    }
}

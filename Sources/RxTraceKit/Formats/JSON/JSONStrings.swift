/// Strings of JSON.
extension JSONScanner {
    mutating func readString() throws -> String {
        guard try requireToken() == UInt8(ascii: "\"") else { throw failure("text is expected here") }
        _ = try take()
        var run = takeRun(until: Self.endsPlainRun)
        if try peek() == UInt8(ascii: "\"") {
            _ = try take()
            return try text(of: run)
        }
        var bytes = Array(run)
        while try takeSpecial(into: &bytes) {
            run = takeRun(until: Self.endsPlainRun)
            bytes += run
        }
        return try text(of: bytes)
    }

    /// Reads over a string.
    mutating func skipString() throws {
        _ = try take()
        // Only the character of an escape is ever held: an ignored string may be of any length.
        var ignored: [UInt8] = []
        repeat {
            ignored.removeAll(keepingCapacity: true)
            _ = takeRun(until: Self.endsPlainRun)
        } while try takeSpecial(into: &ignored)
    }

    /// A run of plain text ends at the closing quote, an escape, or a byte that may not be in a string.
    private static func endsPlainRun(_ byte: UInt8) -> Bool {
        byte == 0x22 || byte == 0x5C || byte < 0x20
    }

    /// Takes the byte after a run of plain text; false when it is the closing quote.
    private mutating func takeSpecial(into bytes: inout [UInt8]) throws -> Bool {
        guard let next = try peek(), Self.endsPlainRun(next) else {
            // The run ended with its block only; at the input's end there is nothing to take.
            bytes.append(try take())
            return true
        }
        switch next {
        case UInt8(ascii: "\""):
            _ = try take()
            return false
        case UInt8(ascii: "\\"):
            _ = try take()
            bytes.append(contentsOf: try takeEscape())
            return true
        default:
            throw failure("a control character stands unescaped in a text")
        }
    }

    private mutating func takeEscape() throws -> UTF8.EncodedScalar {
        let scalar: Unicode.Scalar
        switch try take() {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): scalar = try takeUnicodeEscape()
        default: throw failure("an escape in a text is not one of JSON's")
        }
        guard let encoded = UTF8.encode(scalar) else { throw failure("an escape stands for no character") }
        return encoded
    }

    /// One scalar: four hexadecimal digits, or the two such escapes of a surrogate pair.
    private mutating func takeUnicodeEscape() throws -> Unicode.Scalar {
        let high = try takeFourDigits()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xDC00, try take() == UInt8(ascii: "\\"), try take() == UInt8(ascii: "u") else {
            throw failure("half of a surrogate pair stands alone in a text")
        }
        let low = try takeFourDigits()
        guard 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        else { throw failure("half of a surrogate pair stands alone in a text") }
        return scalar
    }

    private mutating func takeFourDigits() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try take())).hexDigitValue else {
                throw failure("an escape needs four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private func text(of bytes: some Sequence<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw failure("a text is not valid UTF-8")
        }
        return text
    }
}

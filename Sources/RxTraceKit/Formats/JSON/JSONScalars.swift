/// Numbers and words of JSON.
extension JSONScanner {
    mutating func readBool() throws -> Bool {
        switch try requireToken() {
        case UInt8(ascii: "t"):
            try take(word: "true")
            return true
        case UInt8(ascii: "f"):
            try take(word: "false")
            return false
        default: throw failure("true or false is expected here")
        }
    }

    /// Reads `null` where it is the next value; otherwise reads nothing.
    mutating func readNull() throws -> Bool {
        guard try requireToken() == UInt8(ascii: "n") else { return false }
        try take(word: "null")
        return true
    }

    /// Reads a whole number that `Number` can hold.
    mutating func readInteger<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        var byte: UInt8? = try requireToken()
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative {
            _ = try take()
            byte = try peek()
        }
        guard let first = byte, Self.isDigit(first) else { throw failure("a whole number is expected here") }
        var number: Number = 0
        while let next = byte, Self.isDigit(next) {
            _ = try take()
            let digit = Number(next - UInt8(ascii: "0"))
            let (tens, tooManyTens) = number.multipliedReportingOverflow(by: 10)
            let (sum, tooLarge) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            guard !tooManyTens, !tooLarge else { throw failure("the number is too large") }
            number = sum
            byte = try peek()
            if first == UInt8(ascii: "0"), let byte, Self.isDigit(byte) {
                throw failure("a number may not begin with 0")
            }
        }
        if let byte, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte) {
            throw failure("a whole number is expected here")
        }
        return number
    }

    /// Reads over a string, a number or a word.
    mutating func skipScalar() throws {
        switch try requireToken() {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try readBool()
        case UInt8(ascii: "n"): _ = try readNull()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
        default: throw failure("a value is expected here")
        }
    }

    private mutating func skipNumber() throws {
        if try peek() == UInt8(ascii: "-") { _ = try take() }
        try skipDigits()
        if try peek() == UInt8(ascii: ".") {
            _ = try take()
            try skipDigits()
        }
        if let byte = try peek(), byte | 0x20 == UInt8(ascii: "e") {
            _ = try take()
            if let sign = try peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { _ = try take() }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws {
        guard Self.isDigit(try take()) else { throw failure("a digit is missing here") }
        while let byte = try peek(), Self.isDigit(byte) { _ = try take() }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private mutating func take(word: String) throws {
        for letter in word.utf8 where try take() != letter { throw failure("a value is expected here") }
    }
}

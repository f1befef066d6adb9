import Foundation

/// Finds the attribute `@main`, which has to be known before compiling: a file that has it is compiled as part of a
/// library, one that holds top-level code is not.
enum ProgramStart {
    /// Whether `@main` stands in the source outside of comments and strings.
    static func isMarked(in source: Data) -> Bool {
        var rest = Array(source)[...]
        while let byte = rest.first {
            if starts(rest, "//") {
                rest = rest.drop { $0 != newline }
            } else if starts(rest, "/*") {
                skipComment(&rest)
            } else if byte == quote {
                skipString(&rest)
            } else if starts(rest, "@main"), !isOfWord(rest.dropFirst(5).first) {
                return true
            } else {
                rest.removeFirst()
            }
        }
        return false
    }

    private static let newline = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")
    private static let escape = UInt8(ascii: "\\")

    private static func starts(_ rest: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
        rest.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static func isOfWord(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        let character = Character(UnicodeScalar(byte))
        return character.isLetter || character.isNumber || character == "_" || byte >= 0x80
    }

    /// Comments of this kind nest.
    private static func skipComment(_ rest: inout ArraySlice<UInt8>) {
        var depth = 0
        repeat {
            if starts(rest, "/*") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if starts(rest, "*/") {
                depth -= 1
                rest = rest.dropFirst(2)
            } else {
                rest = rest.dropFirst()
            }
        } while depth > 0 && !rest.isEmpty
    }

    private static func skipString(_ rest: inout ArraySlice<UInt8>) {
        let isLong = starts(rest, "\"\"\"")
        rest = rest.dropFirst(isLong ? 3 : 1)
        while let byte = rest.first {
            if byte == escape {
                rest = rest.dropFirst(2)
            } else if isLong ? starts(rest, "\"\"\"") : byte == quote || byte == newline {
                rest = rest.dropFirst(isLong ? 3 : 1)
                return
            } else {
                rest = rest.dropFirst()
            }
        }
    }
}

/// Takes the words of a row one by one.
struct GoldenCursor {
    private let text: Substring.UnicodeScalarView
    private var index: Substring.UnicodeScalarView.Index

    init(_ text: Substring) {
        self.text = text.unicodeScalars
        index = self.text.startIndex
    }

    var isAtEnd: Bool { index == text.endIndex }
    var rest: Substring { Substring(text[index...]) }

    func isNext(_ word: String) -> Bool { text[index...].starts(with: word.unicodeScalars) }

    /// Takes a text if it comes next.
    mutating func take(_ word: String) -> Bool {
        guard isNext(word) else { return false }
        index = text.index(index, offsetBy: word.unicodeScalars.count)
        return true
    }

    mutating func require(_ word: String) throws(GoldenText.Damage) {
        guard take(word) else { throw GoldenText.Damage("'\(word)' is expected before '\(rest.prefix(20))'") }
    }

    /// Takes characters as long as they fit.
    mutating func run(while fits: (Unicode.Scalar) -> Bool) -> String {
        let start = index
        while index < text.endIndex, fits(text[index]) { index = text.index(after: index) }
        return String(text[start..<index])
    }

    /// Takes a word, bare or in quotation marks.
    mutating func word() throws(GoldenText.Damage) -> String {
        guard !isAtEnd, text[index] == "\"" || GoldenWord.isBareStart(text[index]) else {
            throw GoldenText.Damage("a word is expected before '\(rest.prefix(20))'")
        }
        return text[index] == "\"" ? try quoted() : run(while: GoldenWord.isBareCharacter)
    }

    mutating func number() throws(GoldenText.Damage) -> Int {
        let digits = run { ("0"..."9").contains($0) }
        guard let number = Int(digits) else {
            throw GoldenText.Damage("a number is expected before '\(rest.prefix(20))'")
        }
        return number
    }

    mutating func quoted() throws(GoldenText.Damage) -> String {
        try require("\"")
        var result = String.UnicodeScalarView()
        while !isAtEnd {
            let scalar = text[index]
            index = text.index(after: index)
            if scalar == "\"" { return String(result) }
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            if take("n") {
                result.append("\n")
            } else if take("u{") {
                let digits = run { $0 != "}" }
                guard digits.count <= 6, let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value)
                else { throw GoldenText.Damage("\\u{\(digits)} is no character") }
                try require("}")
                result.append(scalar)
            } else if take("\"") {
                result.append("\"")
            } else {
                try require("\\")
                result.append("\\")
            }
        }
        throw GoldenText.Damage("a quotation mark is missing")
    }

    /// Takes a text up to the bracket that closes it, and the bracket.
    mutating func bracketed() throws(GoldenText.Damage) -> String {
        if !isAtEnd, text[index] == "\"" {
            let value = try quoted()
            try require(")")
            return value
        }
        var depth = 0
        let value = run { scalar in
            if scalar == "(" { depth += 1 }
            if scalar == ")" { depth -= 1 }
            return depth >= 0
        }
        try require(")")
        return value
    }

    mutating func genericArguments() throws(GoldenText.Damage) -> String {
        guard let found = GoldenWord.arguments(rest) else { throw GoldenText.Damage("generic arguments do not end") }
        index = text.index(index, offsetBy: found.unicodeScalars.count)
        return String(found)
    }
}

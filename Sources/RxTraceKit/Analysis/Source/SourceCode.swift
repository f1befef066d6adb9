/// Looks into Swift source as far as brackets go.
enum SourceCode {
    /// `text` without comments, and with string literals empty.
    static func plain(_ text: String) -> String { plain(text, keepsInterpolations: false) }

    /// The same.
    ///
    /// - Parameter keepsInterpolations: whether what a literal has in `\(…)` is left, in parentheses behind the empty one.
    static func plain(_ text: String, keepsInterpolations: Bool) -> String {
        var result = ""
        var rest = text[...]
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { $0 != "\n" }
            } else if rest.hasPrefix("/*") {
                rest = rest.dropFirst(2)
                while let next = rest.first, !rest.hasPrefix("*/") {
                    // Who counts lines counts these too.
                    if next == "\n" { result.append(next) }
                    rest = rest.dropFirst()
                }
                rest = rest.dropFirst(2)
            } else if character == "\"" {
                result += "\"\""
                rest = rest.dropFirst()
                while let next = rest.first, next != "\"", next != "\n" {
                    if keepsInterpolations, rest.hasPrefix("\\("), let content = bracketed(rest.dropFirst()),
                        !content.contains("\n")
                    {
                        result += "(\(plain(String(content))))"
                        rest = rest[content.endIndex...].dropFirst()
                    } else {
                        rest = rest.dropFirst(next == "\\" ? 2 : 1)
                    }
                }
                rest = rest.dropFirst()
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The code between the bracket `code` begins with and the one that closes it; nil where none does.
    static func bracketed(_ code: Substring) -> Substring? {
        guard let first = code.first, "({[".contains(first) else { return nil }
        var depth = 0
        for index in code.indices {
            if "({[".contains(code[index]) { depth += 1 }
            guard ")}]".contains(code[index]) else { continue }
            depth -= 1
            if depth == 0 { return code[code.index(after: code.startIndex)..<index] }
        }
        return nil
    }

    /// The parameters and the body of a closure, from the code between its braces.
    static func closure(_ content: Substring) -> (parameters: String, body: String) {
        var words = content.split { $0.isWhitespace }.map(String.init)
        guard let end = words.firstIndex(of: "in"), end <= 12, !words[..<end].contains(where: isStatement) else {
            return ("", words.joined(separator: " "))
        }
        let parameters = words[..<end].joined(separator: " ")
        words.removeFirst(end + 1)
        return (parameters, words.joined(separator: " "))
    }

    /// Whether a word is none of a closure's parameters or result: it belongs to a body without these.
    private static func isStatement(_ word: String) -> Bool {
        word == "for" || word == "=" || word.contains("{") || word.contains(";") || word.contains("$")
    }

    /// The code in the closure that a call is given for `label`, in its parentheses or trailing; `code` begins after
    /// the call's name. Nil where there is none.
    static func argument(_ label: String, ofCallAt code: Substring) -> Substring? {
        var rest = code.drop { $0.isWhitespace }
        if rest.first == "(", let arguments = bracketed(rest) {
            if let start = arguments.range(of: label) {
                return bracketed(arguments[start.upperBound...].drop { $0.isWhitespace })
            }
            rest = rest[arguments.endIndex...].dropFirst()
        }
        // Trailing closures: the first without a label, the others with theirs.
        while true {
            rest = rest.drop { $0.isWhitespace }
            let word = rest.prefix { $0.isLetter }
            var next = rest[word.endIndex...]
            if !word.isEmpty {
                guard next.first == ":" else { return nil }
                next = next.dropFirst().drop { $0.isWhitespace }
            }
            guard next.first == "{", let content = bracketed(next) else { return nil }
            if "\(word):" == label { return content }
            rest = next[content.endIndex...].dropFirst()
        }
    }

    /// The body of the closure that the first call of a function in `code` is given for `label`; nil where there is none.
    ///
    /// - Parameter function: its name.
    static func body(_ label: String, ofFirst function: Regex<Substring> = #/subscribe/#, in code: String) -> String? {
        guard let start = code.firstRange(of: function),
            let content = argument(label, ofCallAt: code[start.upperBound...])
        else { return nil }
        return closure(content).body
    }

    /// The code between the braces of the closure that stands in the line of the first `word` in `code`, behind it; nil
    /// where none does.
    ///
    /// - Parameter word: what the closure is given to; nil for the line that `code` begins with.
    static func closure(behind word: String? = nil, in code: String) -> Substring? {
        guard let start = word.map({ code.range(of: $0)?.upperBound }) ?? code.startIndex,
            let brace = code[start...].firstIndex(of: "{"), !code[start..<brace].contains("\n")
        else { return nil }
        return bracketed(code[brace...])
    }

    /// The words of names in camel case, in lower case.
    static func words(of names: some StringProtocol) -> [String] {
        var words: [String] = [""]
        for character in names {
            if !character.isLetter || character.isUppercase { words.append("") }
            if character.isLetter { words[words.count - 1] += character.lowercased() }
        }
        return words.filter { !$0.isEmpty }
    }

    /// Whether a closure's code hands something on to the main thread by itself.
    static func handsOnToMain(_ body: String) -> Bool { body.contains(#/DispatchQueue\.main|MainActor|\bmain\.async/#) }

    /// Whether `code` begins with a `subscribe(with:)` that is given no closure for `label`. The library hands on all of
    /// its own then, so that the trace looks as if there were one.
    static func isWithout(_ label: String, subscribeWithIn code: String) -> Bool {
        guard let start = code.range(of: "subscribe") else { return false }
        let rest = code[start.upperBound...]
        guard let arguments = bracketed(rest.drop { $0.isWhitespace }),
            arguments.drop(while: \.isWhitespace).hasPrefix("with:"), !arguments.contains("\(label):")
        else { return false }
        return argument("\(label):", ofCallAt: rest) == nil
    }
}

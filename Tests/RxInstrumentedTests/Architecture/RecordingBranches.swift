/// The branches of a source on whether something is recorded that do more than write it.
///
/// Recorded or not, the same code has to run: outside of `Recording/` and its seam, a branch may only open and close calls. So it is one
/// of these, and all others are named:
///
/// - `if rxtrace_is_on() { open(…) }`, or `{ call = open(…) }`, where `open` is the seam's
/// - `let call = rxtrace_is_on() ? open(…) : 0`, or `.none`, or `nil`
/// - `if call != 0 { rxtrace_close(call) }`
struct RecordingBranches {
    /// What begins a record.
    private static let openers: Set<String> = [
        "openCall", "openNextCall", "openInsert", "openEnd", "recordCreation", "SubscribeCall.open",
        "SubscribeCalls.open",
    ]
    /// What ends one.
    private static let closers: Set<String> = ["rxtrace_close", "rxtrace_close_next", "close"]

    /// The lines with other branches, with their numbers.
    static func others(in text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Comments are no code.
        let code = lines.map { $0[..<($0.firstRange(of: "//")?.lowerBound ?? $0.endIndex)] }.joined(separator: "\n")
        let questions = code.ranges(of: "rxtrace_is_on()").filter { !onlyOpens(code, at: $0) }
        let comparisons = code.ranges(of: #/\bcalls? *[!=]= *(?:0|nil)\b/#).filter { !onlyCloses(code, at: $0) }
        return (questions + comparisons).map(\.lowerBound).sorted().map { place in
            let number = code[..<place].count { $0 == "\n" }
            return "\(number + 1): \(lines[number].drop { $0 == " " })"
        }
    }

    private static func onlyOpens(_ code: String, at question: Range<String.Index>) -> Bool {
        var rest = CodeAhead(code[question.upperBound...])
        if code[..<question.lowerBound].hasSuffix("if ") {
            guard rest.skip("{") else { return false }
            _ = rest.skip("call =")
            return rest.skipCall(of: openers) && rest.skip("}") && !rest.skip("else")
        }
        guard code[..<question.lowerBound].suffix(80).contains(#/(?:let|var) \w+\s*=\s*$/#) else { return false }
        guard rest.skip("?"), rest.skipCall(of: openers), rest.skip(":") else { return false }
        return rest.skip("0") || rest.skip(".none") || rest.skip("nil")
    }

    private static func onlyCloses(_ code: String, at question: Range<String.Index>) -> Bool {
        var rest = CodeAhead(code[question.upperBound...])
        guard code[..<question.lowerBound].hasSuffix("if "), code[question] == "call != 0" else { return false }
        return rest.skip("{") && rest.skipCall(of: closers) && rest.skip("}") && !rest.skip("else")
    }
}

/// What follows a place in a source.
private struct CodeAhead {
    private var code: Substring

    init(_ code: Substring) { self.code = code }

    /// Goes behind `word`, if that comes next.
    mutating func skip(_ word: String) -> Bool {
        let trimmed = code.drop(while: \.isWhitespace)
        guard trimmed.hasPrefix(word) else { return false }
        code = trimmed.dropFirst(word.count)
        return true
    }

    /// Goes behind a call of one of `functions`, with its arguments.
    mutating func skipCall(of functions: Set<String>) -> Bool {
        let trimmed = code.drop(while: \.isWhitespace)
        let name = trimmed.prefix { $0.isLetter || $0 == "_" || $0 == "." }
        guard functions.contains(String(name)) else { return false }
        code = trimmed.dropFirst(name.count)
        guard code.first == "(" else { return false }
        var depth = 0
        while let character = code.popFirst() {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0 { return true }
        }
        return false
    }
}

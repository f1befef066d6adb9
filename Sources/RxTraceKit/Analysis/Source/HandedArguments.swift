/// Finds what a line of source hands to a function: `maxConcurrent: 2`, of `.merge(maxConcurrent: 2)`.
enum HandedArguments {
    /// The text between the brackets of the call; nil where the line calls the function more than once or not at all, where
    /// the call does not end in it, and where it hands on nothing or a closure.
    static func text(of function: String, in line: String) -> String? {
        let calls = line.ranges(of: "\(function)(").filter { call in
            guard call.lowerBound > line.startIndex else { return true }
            let before = line[line.index(before: call.lowerBound)]
            return !before.isLetter && !before.isNumber && before != "_"
        }
        guard calls.count == 1, let end = end(from: calls[0].upperBound, in: line) else { return nil }
        let text = line[calls[0].upperBound..<end]
        return text.allSatisfy(\.isWhitespace) || text.contains("{") ? nil : String(text)
    }

    /// Where the bracket is closed that was opened right before.
    private static func end(from start: String.Index, in line: String) -> String.Index? {
        var depth = 1
        var isInText = false
        var isEscaped = false
        for index in line[start...].indices {
            let sign = line[index]
            if isInText {
                if sign == "\"", !isEscaped { isInText = false }
                isEscaped = sign == "\\" && !isEscaped
                continue
            }
            switch sign {
            case "\"": isInText = true
            case "(", "[": depth += 1
            case ")", "]":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }
}

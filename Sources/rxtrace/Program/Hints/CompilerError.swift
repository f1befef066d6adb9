/// An error that the compiler found in a file: `Search.swift:4:26: error: cannot find 'Variable' in scope`.
struct CompilerError {
    var file: String
    /// From 1.
    var line: Int
    /// In bytes, from 1.
    var column: Int
    var text: String

    /// Those in the compiler's messages, in order; what is said twice, once.
    static func all(in messages: String) -> [CompilerError] {
        var seen: Set<Substring> = []
        return messages.split(separator: "\n").compactMap { line in
            guard let found = line.wholeMatch(of: /(.+?):(\d+):(\d+): error: (.+)/), seen.insert(line).inserted,
                let row = Int(found.2), let column = Int(found.3)
            else { return nil }
            return CompilerError(file: String(found.1), line: row, column: column, text: String(found.4))
        }
    }
}

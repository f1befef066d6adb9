/// Text in a Mermaid diagram, where nothing of a trace is syntax.
enum MermaidText {
    /// A diagram of more characters is refused by those that draw it, and cannot ask for more.
    static let mostCharacters = 50_000
    /// As many edges a flowchart may have.
    static let mostEdges = 500

    /// `text` on one line, with the characters that mean something as their numbers.
    static func escaped(_ text: String) -> String {
        var result = ""
        var word = ""
        func endWord() {
            // A bare `end` would close a block.
            if word.lowercased() == "end", let first = word.unicodeScalars.first {
                result += "#\(first.value);\(word.dropFirst())"
            } else {
                result += word
            }
            word = ""
        }
        for scalar in TerminalText.escaped(text).unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z": word.unicodeScalars.append(scalar)
            case "#", ";", "\"", "<", ">", "`", "%", "&", "{", "}", "|", "[", "]", "(", ")", "\\", ":":
                endWord()
                result += "#\(scalar.value);"
            default:
                endWord()
                result.unicodeScalars.append(scalar)
            }
        }
        endWord()
        return result.isEmpty ? " " : result
    }
}
